import { expect, test } from 'vitest';
import { z } from 'zod';
import { contracts, resources } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type Field, type Fields, findFields } from '../../src/contract/field.ts';
import { CreatePersona, Persona } from '../../src/contract/persona.ts';
import { getDescription, getMeta, listLayers } from '../../src/contract/schema-meta.ts';
import { configFields, PersonaConfig } from '../../src/contract/session-token.ts';

/** Whether a field of a request is not in the specification. */
const isExtension = (schema: z.ZodType): boolean => getMeta(schema).isExtension === true;

// @assumed throughout: the specification shows none of these, live services have them.

test.each(Object.entries(resources))(
  'a query of %s has a parameter for each field by which its records are filtered',
  (_, { fields, endpoints }) => {
    const parameters = Object.values<Endpoint>(endpoints).flatMap(({ query }) =>
      Object.keys(query?.shape ?? {}),
    );
    const filters = findFields(fields, ({ isFilter }) => isFilter);
    expect(parameters).toStrictEqual(expect.arrayContaining(filters));
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
    const innermost = listLayers(schema).at(-1);
    const item = innermost instanceof z.ZodArray ? innermost.element : innermost;
    return item instanceof z.ZodCustomStringFormat && item.def.format === 'id' ? [name] : [];
  });
  expect(ids).toHaveLength(6);
  const fields = new Map(Object.entries<Field>(configFields));
  expect(ids.filter((name) => fields.get(name)?.refersTo === undefined)).toStrictEqual([]);
});

const SEARCHES = Object.values(resources).flatMap(({ collection, endpoints, fields }) => {
  const list: Endpoint | undefined = Object.values<Endpoint>(endpoints).find(
    ({ operation }) => operation === 'list',
  );
  const search = list?.query?.shape.search;
  return search ? [[collection, getDescription(search), fields] as const] : [];
});

test.each(SEARCHES)(
  'the search of %s covers the fields that its description lists',
  (_, description, fields: Fields) => {
    const searched = findFields(fields, ({ isSearched }) => isSearched);
    expect(searched).not.toHaveLength(0);
    const [, named] = / whose (.+) contains this text/.exec(description) ?? [];
    // Descriptions use the last word of a field, such as name for displayName.
    const words = searched.map((field) => /[A-Z]?[a-z]+$/.exec(field)?.[0].toLowerCase());
    if (named)
      expect(
        named
          .split(/, | or /)
          .map((field) => field.split(' ').at(-1))
          .sort(),
      ).toStrictEqual(words.sort());
  },
);

test('embedded tools and avatars without an id are omitted', () => {
  const tools = [{ id: 't', name: 'lookup' }, { name: 'inline', type: 'client' }, 7];
  expect(Persona.parse({ id: 'p', tools }).tools).toMatchObject([{ id: 't', name: 'lookup' }]);
  expect(Persona.parse({ id: 'p', tools: 'many' }).tools).toBeNull();
  expect(Persona.parse({ id: 'p', avatar: { displayName: 'no id' } }).avatar).toBeNull();
});

test('each field of a request that null clears says so', () => {
  const requests = contracts.flatMap((contract) => Object.entries<z.ZodType>(contract.requests));
  const silent = requests.flatMap(([name, schema]) =>
    Object.entries<z.ZodType>(schema instanceof z.ZodObject ? schema.shape : {})
      .filter(([, field]) => field.safeParse(null).success)
      .filter(([, field]) => !/null/i.test(getDescription(field)))
      .map(([field]) => `${name}.${field}`),
  );
  expect(silent).toStrictEqual([]);
});
