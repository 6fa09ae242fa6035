import { expect, test } from 'vitest';
import { z } from 'zod';
import { contracts, resources } from '../../src/contract/api.ts';
import { CreatePersona } from '../../src/contract/persona.ts';
import type { Endpoint } from '../../src/contract/resource.ts';
import { getDescription, getInnermost, getItem, getMeta } from '../../src/contract/schema-meta.ts';
import { PersonaConfig, REFERENCES } from '../../src/contract/session-token.ts';

/** Whether a field of a request is not in the specification. */
const isExtension = (schema: z.ZodType): boolean => getMeta(schema)['x-extension'] === true;

// @assumed throughout: the specification shows none of these, live services have them.

test.each(Object.entries(resources))(
  'a query of %s has a parameter for each field by which its records are filtered',
  (_, { filters, endpoints }) => {
    const parameters = Object.values<Endpoint>(endpoints).flatMap(({ query }) =>
      Object.keys(query?.shape ?? {}),
    );
    expect(parameters).toStrictEqual(expect.arrayContaining([...filters]));
  },
);

// Specification, "POST /v1/personas" and "Session configuration".
test.each([
  [
    'creation of a persona',
    CreatePersona,
    'name avatarId avatarModel voiceId llmId systemPrompt skipGreeting brainType description',
  ],
  [
    'session configuration',
    PersonaConfig,
    'personaId name avatarId avatarModel voiceId llmId systemPrompt skipGreeting brainType maxSessionLengthSeconds languageCode voiceDetectionOptions voiceGenerationOptions',
  ],
] as const)('all other fields of a %s are marked as extensions', (_, { shape }, specified) => {
  const unmarked = Object.entries<z.ZodType>(shape).filter(([, schema]) => !isExtension(schema));
  expect(unmarked.map(([name]) => name).sort()).toStrictEqual(specified.split(' ').sort());
});

test('every id of a session configuration declares its resource', () => {
  const ids = Object.entries(PersonaConfig.shape).flatMap(([name, schema]) => {
    const item = getItem(schema);
    return item instanceof z.ZodCustomStringFormat && item.def.format === 'id' ? [name] : [];
  });
  expect(ids.sort()).toStrictEqual(Object.keys(REFERENCES).sort());
});

/** The bodies of all requests, by what they are called. */
const BODIES = contracts.flatMap(({ endpoints }) =>
  Object.entries<Endpoint>(endpoints).flatMap(([name, { operation, body }]) =>
    [body?.json, body?.multipart].flatMap((schema) =>
      schema instanceof z.ZodObject ? [{ name, operation, shape: schema.shape }] : [],
    ),
  ),
);

const listFields = (
  test: (schema: z.ZodType, operation: Endpoint['operation']) => boolean,
): string[] =>
  BODIES.flatMap(({ name, operation, shape }) =>
    Object.entries<z.ZodType>(shape)
      .filter(([, schema]) => test(schema, operation))
      .map(([field]) => `${name}.${field}`),
  );

test('each field of a request that null clears says so', () => {
  const silent = listFields(
    (schema) => schema.safeParse(null).success && !/null/i.test(getDescription(schema)),
  );
  expect(silent).toStrictEqual([]);
});

test('each object and list of an update says what happens to the saved one', () => {
  const silent = listFields((schema, operation) => {
    const inner = getInnermost(schema);
    const isWhole = [z.ZodObject, z.ZodRecord, z.ZodArray].some((type) => inner instanceof type);
    const isMerged = getMeta(schema).onUpdate === 'merge';
    const said = isMerged ? 'keep their value' : 'An update replaces the saved';
    return operation === 'update' && isWhole && !getDescription(schema).includes(said);
  });
  expect(silent).toStrictEqual([]);
});
