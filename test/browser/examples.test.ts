import { readFileSync } from 'node:fs';
import { buildSchema, Kind, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { avatars, personas, tools } from '../../src/avatar-service/seed/seed-data.ts';
import { readExamples } from '../../src/server/pages/explorer/examples.ts';
import { start } from '../support/start.ts';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

const examples = await readExamples();

const parseOperations = (query: string) =>
  parse(query).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? [definition.name?.value ?? ''] : [],
  );

test('every example is valid for the schema', () => {
  expect(examples.flatMap(({ query }) => validate(schema, parse(query)))).toStrictEqual([]);
});

test('every example except the upload runs over HTTP without errors', async () => {
  const { url } = await start({ settings: { ALLOW_PRIVATE_IMAGE_URLS: 'true' } });
  const run = async (body: object) => {
    const httpResponse = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return httpResponse.json();
  };
  const { data } = await run({ query: `{ avatar(id: "${avatars[0]?.id}") { imageUrl } }` });
  const executed: string[] = [];
  for (const { query, variables = '{}' } of examples) {
    // The example's image is on the internet, which tests do not use.
    const local = JSON.parse(variables.replace(/https:[^"]+/, data.avatar.imageUrl));
    for (const operationName of parseOperations(query)) {
      if (operationName === 'UploadAvatar') continue;
      const response = await run({ query, operationName, variables: local });
      expect({ operationName, ...response }).not.toHaveProperty('errors');
      executed.push(operationName);
    }
  }
  expect(executed).toHaveLength(examples.flatMap(({ query }) => parseOperations(query)).length - 1);
});

test('every id in the examples is one of the sample data', () => {
  const known = [
    ...personas.flatMap(({ id, voiceId, llmId }) => [id, voiceId, llmId]),
    ...avatars.map(({ id }) => id),
    ...tools.map(({ id }) => id),
  ];
  const used = examples.flatMap(
    ({ variables = '' }) => variables.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? [],
  );
  expect(used).not.toHaveLength(0);
  expect(used.filter((id) => !known.includes(id))).toStrictEqual([]);
});
