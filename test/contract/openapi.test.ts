import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { EXTENSIONS } from '../../src/contract/api.ts';

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

interface Described {
  readonly description?: string;
  readonly $ref?: string;
}

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

test('every schema and property has a description', () => {
  const schemas = Object.entries<Described & { properties?: Record<string, Described> }>(
    document.components.schemas,
  );
  const undescribed = schemas.flatMap(([name, { properties, ...schema }]) =>
    Object.entries({ '': schema, ...properties })
      .filter(([, { description, $ref }]) => !description && !$ref)
      .map(([property]) => `${name}.${property}`),
  );
  expect(undescribed).toStrictEqual([]);
  expect(checkedIn).not.toContain('"description": ""');
});

test('only what the specification deprecates is deprecated', () => {
  const { CreatePersona, PersonaConfig } = document.components.schemas;
  for (const { properties } of [CreatePersona, PersonaConfig])
    expect(properties.brainType.deprecated).toBe(true);
  expect(document.paths['/v1/auth/session-token'].get.deprecated).toBe(true);
  expect(checkedIn.match(/"deprecated": true/g)).toHaveLength(3);
});
