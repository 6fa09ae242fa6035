import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { api, EXTENSIONS, resources } from '../../src/contract/api.ts';
import { AvatarPage } from '../../src/contract/avatar.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type Field, type Fields, findFields } from '../../src/contract/field.ts';
import { Llm, LlmPage } from '../../src/contract/llm.ts';
import { CreatePersona, Persona } from '../../src/contract/persona.ts';
import { Deleted } from '../../src/contract/record.ts';
import { getDescription, getMeta, listLayers } from '../../src/contract/schema-meta.ts';
import { configFields, PersonaConfig } from '../../src/contract/session-token.ts';
import { ToolPage } from '../../src/contract/tool.ts';
import { Voice, VoicePage } from '../../src/contract/voice.ts';

/** Whether a field of a request is not in the specification. */
const isExtension = (schema: z.ZodType): boolean => getMeta(schema).isExtension === true;

// @assumed throughout: the specification shows none of these, live services have them.

const endpoints = Object.entries<Endpoint>(api);

/** Extensions whose lists have no pages. */
const WITHOUT_PAGES = ['knowledge'];

test.each(EXTENSIONS.filter((name) => !WITHOUT_PAGES.includes(name)))(
  'the list of the extension %s reads 404 as empty',
  (name) => {
    const own = endpoints.filter(([, { extension }]) => extension === name);
    expect(own.length).toBeGreaterThan(1);
    const lists = own.filter(([, { operation }]) => operation === 'list');
    for (const [, { emptyResponse }] of lists)
      expect(emptyResponse).toStrictEqual({ data: [], meta: { total: 0 } });
  },
);

describe.each([
  ['avatars', AvatarPage],
  ['tools', ToolPage],
  ['voices', VoicePage],
  ['llms', LlmPage],
] as const)('a page of %s', (_, schema) => {
  test('is read as an array, or with page metadata of either name', () => {
    const item = { id: 'x', displayName: 'X' };
    expect(schema.parse([item]).data).toMatchObject([{ id: 'x', record: item }]);
    const { data, meta } = schema.parse({ data: [item], meta: { page: 2, total: 11 } });
    expect([data.length, meta.currentPage, meta.total]).toStrictEqual([1, 2, 11]);
  });
});

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

test('embedded tools without an id are omitted', () => {
  const tools = [{ id: 't', name: 'lookup' }, { name: 'inline', type: 'client' }, 7];
  expect(Persona.parse({ id: 'p', tools }).tools).toMatchObject([{ id: 't', name: 'lookup' }]);
  expect(Persona.parse({ id: 'p', tools: 'many' }).tools).toBeNull();
});

test('a voice and an LLM require their id', () => {
  for (const schema of [Voice, Llm]) {
    const sent = { id: 'x', displayName: 7, newer: [true] };
    expect(schema.parse(sent)).toMatchObject({ id: 'x', displayName: null, record: sent });
    expect(schema.safeParse({ displayName: 'x' }).success).toBe(false);
  }
});

test('the response for an LLM has no API key', () => {
  expect(Object.keys(Llm.parse({ id: 'x', secret: 's', apiKey: 's' }))).not.toContain('secret');
});

test.each([undefined, null, {}, { message: 'Gone' }, 'gone', 7])(
  'a deletion can return %j',
  (body) => {
    expect(Deleted.safeParse(body).success).toBe(true);
  },
);
