import { type GraphQLArgument, parseValue, valueFromASTUntyped } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import type { InputIssue } from '../../src/graphql/error-extensions.ts';
import { connectAgent, startMcp } from '../support/agent.ts';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { readTable } from '../support/tables.ts';
import { getRootField } from './root-fields.ts';

/** A field, its arguments as a literal, and the path and code of the one issue that they have. */
type Case = readonly [field: string, args: string, path: string, code: string];

/** Reads a table whose lines are `field(arguments) | path | CODE`. */
const readCases = (table: string): Case[] =>
  readTable(table).map(([call = '', path = '', code = '']) => {
    const [, field = '', args = ''] = /^(\w+)\((.*)\)$/.exec(call) ?? [];
    return [field, args, path, code];
  });

/** What graphql-js finds, because the type of the argument says it. */
const BY_GRAPHQL = readCases(`
  createPersona(input: { nom: "Ada" }) | input.nom | UNKNOWN_FIELD
  createPersona(input: { name: 7 }) | input.name | INVALID_TYPE
  createPersona(input: 7) | input | INVALID_TYPE
  createPersona(input: null) | input | INVALID_TYPE
  createPersona(input: { voiceDetectionOptions: { speed: 1 } }) | input.voiceDetectionOptions.speed | UNKNOWN_FIELD
  createPersona(input: { voiceDetectionOptions: { endOfSpeechSensitivity: "much" } }) | input.voiceDetectionOptions.endOfSpeechSensitivity | INVALID_TYPE
  createPersona(input: { toolIds: ["a", 1.5] }) | input.toolIds.1 | INVALID_TYPE
  createPersona(input: { toolIds: ["a", null] }) | input.toolIds.1 | INVALID_TYPE
  createTool(input: { name: "a", config: { client: {} } }) | input.description | INVALID_TYPE
  createTool(input: { name: "a", description: null, config: { client: {} } }) | input.description | INVALID_TYPE
  createTool(input: { name: "a", description: "b", config: { system: { action: SING } } }) | input.config.system.action | INVALID_VALUE
  createMeetingInvite(input: { meetingUrl: "https://meet.example/a", joinAt: "soon" }) | input.joinAt | INVALID_FORMAT
  createMeetingInvite(input: { meetingUrl: "https://meet.example/a", joinAt: "2026-02-30T10:00:00Z" }) | input.joinAt | INVALID_FORMAT
  createMeetingInvite(input: { meetingUrl: "https://meet.example/a", joinAt: "2026-02-03T10:00Z" }) | input.joinAt | INVALID_FORMAT
  createAvatar(input: { displayName: "Ada", image: {} }) | input.image | INVALID
  updateTool(id: "t1", input: { nom: "a" }) | input.nom | UNKNOWN_FIELD
  updateTool(id: 1.5, input: {}) | id | INVALID_TYPE
  personas(page: "one") | page | INVALID_TYPE
  avatars(tags: ["a", 1]) | tags.1 | INVALID_TYPE
`);

/** What only the rules of the contract say. */
const BY_CONTRACT = readCases(`
  createTool(input: { name: "a b", description: "b", config: { client: {} } }) | input.name | INVALID_FORMAT
  createTool(input: { name: "a", description: "b", config: { webhook: { method: GET, url: "x" } } }) | input.config.webhook.url | INVALID_FORMAT
  createTool(input: { name: "a", description: "b", config: { knowledge: { knowledgeGroupIds: ["0b8a8b5e-3f0e-4a8e-9d52-0a5b7f6b3c11", "g"] } } }) | input.config.knowledge.knowledgeGroupIds.1 | INVALID_FORMAT
  createAvatar(input: { displayName: "A", image: { url: "https://pictures.example/a.png" } }) | input.displayName | TOO_SMALL
  personas(first: 101) | first | TOO_LARGE
  tool(id: "a/b") | id | INVALID_FORMAT
  avatarsByIds(ids: ["a", "b/c"]) | ids.1 | INVALID_FORMAT
  updateTool(id: "t1", input: { extra: null }) | input.extra | NULL_NOT_ALLOWED
`);

/** What the upstream finds: its problem, in the request that a field makes. */
const BY_UPSTREAM = readTable(`
  {"path": ["description"], "code": "too_small"} | createPersona(input: { description: "a" }) | input.description | TOO_SMALL
  {"path": ["toolIds", 1]} | createPersona(input: { toolIds: ["a", "b"] }) | input.toolIds.1 | INVALID
  {"path": ["voiceDetectionOptions", "endOfSpeechSensitivity"], "code": "too_big"} | createPersona(input: { voiceDetectionOptions: { endOfSpeechSensitivity: 0.5 } }) | input.voiceDetectionOptions.endOfSpeechSensitivity | TOO_LARGE
  {"path": ["config", "parameters", "type"], "code": "invalid_type"} | createTool(input: { name: "a", description: "b", config: { client: { parameters: { type: "object" } } } }) | input.config | INVALID_TYPE
  {"path": ["config", "awaitResult"], "code": "invalid_type"} | createTool(input: { name: "a", description: "b", config: { client: {} } }) | input.config.client.awaitResult | INVALID_TYPE
  {"path": ["config", "documentFolderIds", 0]} | updateTool(id: "t1", input: { config: { knowledge: { knowledgeGroupIds: ["0b8a8b5e-3f0e-4a8e-9d52-0a5b7f6b3c11"] } } }) | input.config.knowledge.knowledgeGroupIds.0 | INVALID
  {"path": [], "code": "unrecognized_keys", "keys": ["environment"]} | createSessionToken(input: { personaConfig: { personaId: "p" }, extra: { environment: {} } }) | input.extra.environment | UNKNOWN_FIELD
  {"path": ["personaConfig"], "code": "unrecognized_keys", "keys": ["mood"]} | createSessionToken(input: { personaConfig: { personaId: "p", extra: { mood: "calm" } } }) | input.personaConfig.extra.mood | UNKNOWN_FIELD
  {"path": ["urls", 0, "region"], "code": "missing"} | createLlm(input: { displayName: "A", llmFormat: "openai", modelName: "m", urls: [{ url: "https://llm.example/v1" }], secret: $secret }) | input.urls.0.region | INVALID_TYPE
  {"path": ["mood"], "code": "extra_forbidden"} | createSessionToken(input: { personaConfig: { personaId: "p" }, extra: { mood: "calm" } }) | input.extra.mood | UNKNOWN_FIELD
  {"path": ["imageUrl"]} | createAvatar(input: { displayName: "Ada", image: { url: "https://pictures.example/a.png" } }) | input.image.url | INVALID
  {"path": ["audioKey"]} | createVoice(input: { displayName: "Ada", audio: { key: "k" } }) | input.audio.key | INVALID
  {"path": ["personaConfig", "personaId"], "code": "custom"} | createSessionToken(input: { personaConfig: { personaId: "p" } }) | input.personaConfig.personaId | INVALID
  {"path": ["search"], "code": "custom"} | personas(search: "x") | search | INVALID
  {"path": ["personaConfig", "tools", 0, "documentFolderIds", 1]} | createSessionToken(input: { personaConfig: { name: "x", tools: [{ type: SERVER, subtype: KNOWLEDGE, name: "k", knowledgeGroupIds: ["a", "b"] }] } }) | input.personaConfig.tools.0.knowledgeGroupIds.1 | INVALID
  {"path": ["perPage"], "code": "too_big"} | personas(first: 99) | first | TOO_LARGE
  {"path": ["perPage"], "code": "too_big"} | personas(search: "x") | first | TOO_LARGE
`).map(([problem = '', ...call]) => [problem, readCases(call.join(' | '))] as const);

/** Writes the arguments as literals. Secrets are variables always. */
function asLiteral(name: string, args: string) {
  const { kind, selection } = getRootField(name);
  const declared = args.includes('$secret') ? '($secret: Secret!)' : '';
  return {
    document: `${kind} ${declared} { ${name}(${args}) ${selection} }`,
    variables: { secret: 'sk-of-a-test' },
  };
}

/** Reads a literal as JSON. */
function toValues(args: string): Record<string, unknown> {
  const literal = parseValue(`{ ${args} }`.replace('$secret', '"sk-of-a-test"'));
  return Object(valueFromASTUntyped(literal));
}

/** Writes each argument as a variable of another name. */
function asVariables(name: string, args: string) {
  const { kind, selection, field } = getRootField(name);
  const values = toValues(args);
  const given = field.args.filter(({ name }) => name in values);
  const declare = ({ name, type }: GraphQLArgument) => `$the_${name}: ${type}`;
  const pass = ({ name }: GraphQLArgument) => `${name}: $the_${name}`;
  return {
    document: `${kind} (${given.map(declare)}) { ${name}(${given.map(pass)}) ${selection} }`,
    variables: Object.fromEntries(given.map(({ name }) => [`the_${name}`, values[name]])),
  };
}

const FORMS = { literals: asLiteral, variables: asVariables };

type Row = readonly [...Case, form: string, document: string, variables: object];

/** Writes cases in each form. */
const write = (cases: readonly Case[]): Row[] =>
  Object.entries(FORMS).flatMap(([form, writeCase]) =>
    cases.map((each): Row => {
      const { document, variables } = writeCase(each[0], each[1]);
      return [...each, form, document, variables];
    }),
  );

interface Failure {
  readonly extensions: { readonly issues?: readonly InputIssue[] };
}

const listIssues = (errors: readonly Failure[] = []) =>
  errors.flatMap(({ extensions: { issues = [] } }) =>
    issues.map(({ path, code }) => `${path.join('.')} ${code}`),
  );

/** What the upstream finds in each request. */
const found = { problem: {} };

const upstream = await fakeService((request, response) =>
  request.resume().on('end', () => {
    const details = [{ message: 'Not good.', ...found.problem }];
    sendJson(response, 400, { error: 'Validation error', details });
  }),
);
const { run, mcpUrl } = await startMcp(upstream);
const { call } = await connectAgent(mcpUrl);

beforeEach(() => {
  found.problem = { path: ['never'] };
  upstream.calls.splice(0);
});

test.each(write([...BY_GRAPHQL, ...BY_CONTRACT]))(
  '%s(%s) has an issue at %s with the code %s, by %s',
  async (_, args, path, code, form, document, variables) => {
    const { errors } = await run(document, variables);
    expect(listIssues(errors)).toStrictEqual([`${path} ${code}`]);
    // The document itself is invalid then.
    const isInDocument = form === 'literals' && BY_GRAPHQL.some((each) => each[1] === args);
    expect(errors?.[0]?.extensions.code).toBe(
      isInDocument ? 'GRAPHQL_VALIDATION_FAILED' : 'BAD_USER_INPUT',
    );
    expect(upstream.calls).toStrictEqual([]);
  },
);

test.each(
  BY_UPSTREAM.flatMap(([problem, cases]) => write(cases).map((row) => [problem, ...row] as const)),
)(
  'the problem %s in the request of %s(%s) has an issue at %s with the code %s, by %s',
  async (problem, _, __, path, code, ___, document, variables) => {
    found.problem = JSON.parse(problem);
    const { errors } = await run(document, variables);
    expect(listIssues(errors)).toStrictEqual([`${path} ${code}`]);
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(errors?.[0]?.message).toBe(`Validation error. ${path}: Not good.`);
  },
);

test('a page that the upstream refuses is reported at the argument of a document that has no cursor', async () => {
  found.problem = { path: ['page'], code: 'too_big' };
  const { errors } = await run('{ personas(first: 5, page: 9) { totalCount } }');
  expect(listIssues(errors)).toStrictEqual(['page TOO_LARGE']);
});

test.each([
  ['CreatePersona', { input: { nom: 'Ada' } }, 'input.nom UNKNOWN_FIELD'],
  ['Personas', { first: 101 }, 'first TOO_LARGE'],
  ['Personas', { pages: 1 }, 'pages UNKNOWN_FIELD'],
])('the tool %s with %j has the issue %s', async (tool, args, issue) => {
  const { isError, structuredContent } = await call(tool, args);
  expect(isError).toBe(true);
  expect(listIssues(structuredContent.errors)).toStrictEqual([issue]);
});

test('a variable that is used in a fragment has the path there', async () => {
  const { errors } = await run(
    'query ($size: Int!) { ...List } fragment List on Query { voices { totalCount } personas(first: $size) { totalCount } }',
    { size: 'many' },
  );
  expect(listIssues(errors)).toStrictEqual(['first INVALID_TYPE']);
});

test('a long key is shortened in the path', async () => {
  const { errors } = await run(
    'mutation ($input: CreatePersonaInput!) { createPersona(input: $input) { persona { id } } }',
    { input: { ['k'.repeat(10_000)]: 1 } },
  );
  expect(listIssues(errors)).toStrictEqual([`input.${'k'.repeat(256)} UNKNOWN_FIELD`]);
});

test('several unknown fields of one object are an issue each', async () => {
  found.problem = { path: ['theme'], code: 'unrecognized_keys', keys: ['a', 'b'] };
  const { errors } = await run(
    'mutation { updatePersona(id: "p1", input: { extra: { theme: { a: 1, b: 2 } } }) { persona { id } } }',
  );
  expect(listIssues(errors)).toStrictEqual([
    'input.extra.theme.a UNKNOWN_FIELD',
    'input.extra.theme.b UNKNOWN_FIELD',
  ]);
});

test('problems of literals in the same document have an issue each', async () => {
  const { errors } = await run(
    'mutation { createPersona(input: { nom: "a", name: 1 }) { persona { id } } createTool { tool { id } } deleteTool(id: "a", hard: true) { deletedId } }',
  );
  expect(listIssues(errors)).toStrictEqual(
    expect.arrayContaining([
      'input.nom UNKNOWN_FIELD',
      'input.name INVALID_TYPE',
      'input INVALID_TYPE',
      'hard UNKNOWN_FIELD',
    ]),
  );
});

test('a field that does not exist is no issue of an argument', async () => {
  const { errors } = await run('{ personas(page: 1) { count } }');
  expect(errors?.map(({ extensions }) => extensions.code)).toStrictEqual([
    'GRAPHQL_VALIDATION_FAILED',
  ]);
  expect(listIssues(errors)).toStrictEqual([]);
});
