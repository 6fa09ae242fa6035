import { type GraphQLObjectType, getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { expect, test } from 'vitest';
import { resources } from '../../../src/contract/api.ts';
import { capitalize } from '../../../src/contract/resource.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { ALL_SCOPES } from '../../../src/policy/scopes.ts';
import { fakeService, sendJson } from '../../support/fake-service.ts';
import { multipart } from '../../support/files.ts';
import { ANSWER } from '../../support/openapi.ts';
import { DOCUMENTS, limitDocuments, OPERATIONS } from '../../support/operations.ts';
import { startForScopes, without } from './callers.ts';

const PROMPT = 'Never say the word vermilion.';
const SETTINGS = {
  systemPrompt: PROMPT,
  personality: PROMPT,
  initialMessage: PROMPT,
  directorNotes: { presetStyle: PROMPT, customStylePrompt: PROMPT },
};
const TOOL = { id: 't1', name: 'lookup', type: 'SERVER_RAG', config: { bodyTemplate: PROMPT } };

/** A record of any resource, with prompts in every place where services have them. */
const RECORD = {
  ...ANSWER,
  name: 'Ada',
  displayName: 'Ada',
  personaId: 'p1',
  knowledgeFolderId: 'g1',
  ...SETTINGS,
  brain: SETTINGS,
  knowledge: [SETTINGS],
  tools: [TOOL],
  config: TOOL.config,
  personaConfig: { ...SETTINGS, tools: [TOOL] },
  persona: SETTINGS,
};

const upstream = await fakeService((request, response) => {
  const isList =
    /^GET \/v1\/((?!sessions\/)[\w/-]+\?|knowledge\/groups$|.*\/documents$)|search$/.test(
      `${request.method} ${request.url}`,
    );
  const body = isList ? { data: [RECORD], meta: { total: 1 } } : RECORD;
  request.resume().on('end', () => sendJson(response, 200, body));
});
const { api, authorize } = await startForScopes(upstream, {
  federation: true,
  limits: limitDocuments({ cost: 1_000_000 }),
});

const reader = await authorize(without('prompts:read'));
const everybody = await authorize(ALL_SCOPES);

/** Selects all fields of a type that need no arguments, and those of the objects in them to a depth. */
const selectAll = (type: GraphQLObjectType, depth: number): string =>
  Object.values(type.getFields())
    .filter(({ args }) => !args.some(isRequiredArgument))
    .map(({ name, type }) => {
      const named = getNamedType(type);
      if (!isObjectType(named)) return name;
      return depth > 0 ? `${name} { ${selectAll(named, depth - 1)} }` : '';
    })
    .filter(Boolean)
    .join(' ') || '__typename';

test.each(Object.keys(resources))(
  'no field of the type of %s has a prompt for callers without prompts:read, at any depth',
  async (name) => {
    const type = schema.getType(capitalize(name));
    if (!isObjectType(type)) throw new Error(`${name} has no type.`);
    const selection = selectAll(type, 2);
    const query = `query ($r: [_Any!]!) { ${name}(id: "x1") { ${selection} } _entities(representations: $r) { ... on ${type.name} { ${selection} } } }`;
    const variables = { r: [{ __typename: type.name, id: 'x1' }] };
    const { data, errors } = await api.run(query, variables, reader);
    expect(data[name]).toMatchObject({ id: 'x1', record: null });
    expect(data._entities[0]).toMatchObject({ id: 'x1', record: null });
    expect(JSON.stringify({ data, errors })).not.toContain(PROMPT);
    const all = await api.run(query, variables, everybody);
    expect(JSON.stringify(all.data)).toContain(PROMPT);
  },
);

/** The operations that are about prompts, and those for raw JSON. */
const WITH_PROMPTS = [
  'PersonaKnowledge',
  'PersonaPrompts',
  'Tool',
  'ToolKnowledge',
  'UpdateTool',
  ...Object.keys(resources).map((name) => `${capitalize(name)}Record`),
];

test('only operations about prompts and raw JSON require prompts:read', async () => {
  const forbidden: string[] = [];
  for (const { name, variables, files } of OPERATIONS) {
    const query = DOCUMENTS[name] ?? '';
    const { data, errors } = await (files
      ? api.send({ headers: reader, body: multipart({ query, variables }, files) })
      : api.run(query, variables, reader));
    expect(JSON.stringify({ data, errors })).not.toContain(PROMPT);
    if (errors) {
      forbidden.push(name);
      expect(errors.map(({ message }) => message).join()).toContain('prompts:read');
    }
  }
  expect(forbidden.sort()).toStrictEqual([...WITH_PROMPTS].sort());
});
