import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { createOpenApi } from '../../src/contract/openapi.ts';

const checkedIn = readFileSync('schema/openapi.json', 'utf8');
const document = JSON.parse(checkedIn);

/** Copied from the headings of "Endpoints" in the specification. */
const ENDPOINTS = [
  'POST /v1/auth/session-token',
  'GET /v1/auth/session-token',
  'POST /v1/personas',
  'GET /v1/personas',
  'GET /v1/tools/{id}',
  'PUT /v1/tools/{id}',
  'DELETE /v1/tools/{id}',
  'POST /v1/avatars',
  'GET /v1/avatars/{id}',
];

test('the checked-in document is generated from the contract', () => {
  expect(document).toStrictEqual(JSON.parse(JSON.stringify(createOpenApi())));
});

test('the document passes the strict rules of a linter', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  expect(await lintFromString({ source: checkedIn, config })).toStrictEqual([]);
});

const printed = Object.entries<Record<string, { 'x-extension'?: string; description?: string }>>(
  document.paths,
).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    ...operation,
    endpoint: `${method.toUpperCase()} ${path}`,
  })),
);

test('every other endpoint than those of the specification is marked as an extension', () => {
  const others = printed.filter(({ endpoint }) => !ENDPOINTS.includes(endpoint));
  expect(printed.length - others.length).toBe(ENDPOINTS.length);
  for (const endpoint of printed.filter((each) => each['x-extension'] !== undefined))
    expect(others).toContain(endpoint);
  for (const { 'x-extension': extension, description } of others) {
    expect(EXTENSIONS).toContain(extension);
    expect(description).toMatch(/Extension: not part of the specification\.$/);
  }
});

test('only what the specification deprecates is deprecated', () => {
  expect(checkedIn.match(/"deprecated": true/g)).toHaveLength(3);
  expect(document.paths['/v1/auth/session-token'].get.deprecated).toBe(true);
  expect(document.components.schemas.CreatePersona.properties.brainType.deprecated).toBe(true);
  expect(document.components.schemas.PersonaConfig.properties.brainType.deprecated).toBe(true);
});

test('only requests reject unknown fields', () => {
  const { schemas } = document.components;
  expect(schemas.CreatePersona.additionalProperties).toBe(false);
  expect(schemas.CreateAvatarFromUrl.additionalProperties).toBe(false);
  expect(schemas.Persona.additionalProperties).toBeUndefined();
  expect(checkedIn).not.toContain('"record"');
});

test('the limits of the specification are in the document', () => {
  const { schemas } = document.components;
  const { displayName } = schemas.CreateAvatarFromUrl.properties;
  expect([displayName.minLength, displayName.maxLength]).toStrictEqual([3, 50]);
  const query = Object.fromEntries(
    document.paths['/v1/personas'].get.parameters.map((p: { name: string; schema: object }) => [
      p.name,
      p.schema,
    ]),
  );
  expect(query.page).toMatchObject({ type: 'integer', minimum: 1 });
  expect(query.perPage).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 });
});

test('mutually exclusive fields are in the document', () => {
  const { schemas } = document.components;
  expect(
    schemas.CreateAvatar.oneOf.map(({ properties, ...rest }: { properties: object }) => ({
      ...rest,
      properties: Object.keys(properties),
    })),
  ).toStrictEqual(
    ['imageFile', 'imageUrl'].map((image) => ({
      type: 'object',
      additionalProperties: false,
      required: ['displayName', image],
      properties: ['displayName', image, 'avatarModel'],
    })),
  );
  const [stateful, inline] = schemas.PersonaConfig.oneOf;
  expect(stateful).toStrictEqual({ required: ['personaId'] });
  expect(inline.anyOf).toContainEqual({ required: ['systemPrompt'] });
  expect(schemas.CreatePersona.properties.brainType.description).toMatch(
    /cannot be combined with llmId/i,
  );
});

test('an image is sent as binary data of one of the three types', () => {
  const form = document.paths['/v1/avatars'].post.requestBody.content['multipart/form-data'];
  expect(form.encoding.imageFile.contentType).toBe('image/jpeg, image/png, image/webp');
  const { imageFile } = document.components.schemas.CreateAvatar.oneOf[0].properties;
  expect(imageFile.contentMediaType).toBe('application/octet-stream');
});

test('code generators derive different names for enums of properties and of parameters', () => {
  const capitalize = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;
  const isEnum = (schema: unknown) => JSON.stringify(schema).includes('"enum"');
  const properties = Object.entries<{ properties?: object }>(document.components.schemas).flatMap(
    ([name, { properties = {} }]) =>
      Object.entries(properties).flatMap(([property, schema]) =>
        isEnum(schema) ? [name + capitalize(property)] : [],
      ),
  );
  const parameters = Object.values<object>(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters = [] }) =>
      parameters.flatMap(({ name, schema }: { name: string; schema: unknown }) =>
        isEnum(schema) ? [capitalize(operationId) + capitalize(name)] : [],
      ),
    );
  expect(parameters).toContain('SessionStatisticsSessionType');
  expect(parameters.filter((name) => properties.includes(name))).toStrictEqual([]);
});

/** Returns the places of an object of the document, and of those in it, that have no description. */
function findUndescribed(schemas: Record<string, { description: string; properties?: object }>) {
  return Object.entries(schemas).flatMap(([name, { description, properties = {} }]) => {
    const described = Object.entries<{ description: string }>({
      '': { description },
      ...properties,
    });
    return described
      .filter(([, schema]) => !schema.description && !('$ref' in schema))
      .map(([property]) => `${name}.${property}`);
  });
}

test('every schema and property has a description', () => {
  expect(findUndescribed(document.components.schemas)).toStrictEqual([]);
  expect(JSON.stringify(document)).not.toContain('"description":""');
});
