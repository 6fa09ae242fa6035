import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { openapi } from '../../src/contract/openapi.ts';

const checkedIn = readFileSync('schema/openapi.json', 'utf8');
const document = JSON.parse(checkedIn);

/** Specification, "Endpoints", typed here from its headings. */
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

test('the checked-in document is the one the contract prints', () => {
  expect(document).toStrictEqual(JSON.parse(JSON.stringify(openapi())));
});

test('the document passes a linter with its recommended rules', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: checkedIn, config });
  const told = problems.map(({ ruleId, message, location }) => [
    ruleId,
    message,
    location[0]?.pointer,
  ]);
  expect(told).toStrictEqual([]);
});

test('the document has every endpoint of the specification, and one that says it is an extension', () => {
  const printed = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(printed.sort()).toStrictEqual([...ENDPOINTS, 'GET /v1/personas/{id}'].sort());
  expect(document.paths['/v1/personas/{id}'].get.description).toMatch(/^An extension/);
});

test('what the specification deprecates is deprecated, and nothing else', () => {
  expect(checkedIn.match(/"deprecated": true/g)).toHaveLength(3);
  expect(document.paths['/v1/auth/session-token'].get.deprecated).toBe(true);
  expect(document.components.schemas.CreatePersona.properties.brainType.deprecated).toBe(true);
  expect(document.components.schemas.PersonaConfig.properties.brainType.deprecated).toBe(true);
});

test("requests are closed, responses open, and the reader's own record is in neither", () => {
  const { schemas } = document.components;
  expect(schemas.CreatePersona.additionalProperties).toBe(false);
  expect(schemas.CreateAvatar.additionalProperties).toBe(false);
  expect(schemas.Persona.additionalProperties).toBeUndefined();
  expect(checkedIn).not.toContain('"record"');
});

test('the limits of the specification are in the document', () => {
  const { schemas } = document.components;
  const { displayName } = schemas.CreateAvatar.properties;
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

test('what excludes each other is in the document', () => {
  const { schemas } = document.components;
  expect(schemas.CreateAvatar.oneOf).toStrictEqual([
    { required: ['imageFile'] },
    { required: ['imageUrl'] },
  ]);
  const [stateful, spelledOut] = schemas.PersonaConfig.oneOf;
  expect(stateful).toStrictEqual({ required: ['personaId'] });
  expect(spelledOut.anyOf).toContainEqual({ required: ['systemPrompt'] });
  expect(schemas.CreatePersona.properties.brainType.description).toMatch(
    /cannot be combined with llmId/i,
  );
});

test('an image is sent as bytes of one of the three types', () => {
  const form = document.paths['/v1/avatars'].post.requestBody.content['multipart/form-data'];
  expect(form.encoding.imageFile.contentType).toBe('image/jpeg, image/png, image/webp');
  const { imageFile } = document.components.schemas.CreateAvatar.properties;
  expect(imageFile.contentMediaType).toBe('application/octet-stream');
});
