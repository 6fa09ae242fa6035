import { LIVE } from './live-upstream.ts';
import type { Headers } from './post.ts';

const [avatarId] = LIVE.avatars;
const mint = `mutation ($input: CreateSessionTokenInput!) {
  createSessionToken(input: $input) { token { sessionToken type expiresAt } }
}`;

/** Valid and invalid documents and variables. */
const OPERATIONS: readonly object[] = [
  { query: '{ personas { total items { id name avatar { displayName imageUrl } record } } }' },
  {
    query:
      '{ personas(perPage: 3, page: 2) { items { ...P } next previous } } fragment P on Persona { id createdAt }',
  },
  {
    query: 'query ($a: Boolean!) { llms { total nothing @include(if: $a) } }',
    variables: { a: false },
  },
  {
    query: 'query ($a: Boolean!) { llms { total nothing @skip(if: $a) } }',
    variables: { a: false },
  },
  { query: '{ a: llms { total } b: llms { id __typename } __typename }' },
  {
    query: `{ tool(id: "${LIVE.tool}") { name config } gone: tool(id: "${LIVE.missing}") { name } }`,
  },
  { query: `{ avatarsByIds(ids: ["${avatarId}", "${LIVE.missing}"]) { id displayName } }` },
  {
    query: `query ($id: ID!) { persona(id: $id) { name llm { id } } }`,
    variables: { id: LIVE.persona },
  },
  { query: '{ __schema { queryType { name } } }' },
  { query: '{ personas(perPage: 1000) { total } }' },
  { query: '{ tool(id: "") { name } }' },
  { query: '{ tool(id: "../..") { name } }' },
  { query: '{ nope }' },
  { query: '{' },
  { query: '' },
  { query: 7 },
  {},
  { query: '{ llms { total } }', variables: 7 },
  { query: '{ llms { total } }', extensions: [] },
  { query: '{ llms { total } }', unknown: 1 },
  { query: '{ llms { total } }', operationName: 'None' },
  { query: 'query A { llms { total } } query B { llms { page } }', operationName: 'B' },
  { query: 'query A { llms { total } } query B { llms { page } }' },
  { query: 'subscription { x }' },
  { query: 'query ($p: Int) { personas(page: $p) { total } }', variables: { p: 'x' } },
  { query: 'query ($p: Int!) { personas(page: $p) { total } }' },
  { query: 'query ($ids: [ID!]!) { toolsByIds(ids: $ids) { id } }', variables: { ids: [null] } },
  { query: mint, variables: { input: { personaConfig: { personaId: LIVE.persona } } } },
  { query: mint, variables: { input: { personaConfig: {} } } },
  { query: mint, variables: { input: { personaConfig: { personaId: 'a', name: 'b' } } } },
  { query: mint, variables: { input: { clientLabel: 'busy', personaConfig: { personaId: 'a' } } } },
  { query: mint, variables: { input: null } },
  { query: mint },
  {
    query: 'mutation ($i: CreateAvatarInput!) { createAvatar(input: $i) { avatar { id } } }',
    variables: { i: { displayName: 'Ada', image: { file: null, url: 'https://a.example/b.png' } } },
  },
  {
    query: 'mutation ($i: CreateAvatarInput!) { createAvatar(input: $i) { avatar { id } } }',
    variables: { i: { displayName: 'Ada', image: {} } },
  },
  {
    query: `mutation { updateTool(id: "${LIVE.tool}", input: { name: "taken" }) { tool { name } } }`,
  },
  { query: `mutation { deleteTool(id: "${LIVE.missing}") { deletedId } }` },
  { query: '{ llms { total } }', variables: { unused: 'ünïcödé ✓ 🎭' } },
  { query: '{ personas(search: "ünïcödé ✓ 🎭") { total items { id } } }' },
];

/** Bodies of requests, odd and invalid ones too. */
export const BODIES: readonly string[] = [
  ...OPERATIONS.map((operation) => JSON.stringify(operation)),
  '',
  '{',
  'null',
  '7',
  '"text"',
  '[]',
  '[{"query":"{ llms { total } }"}]',
  `\ufeff${JSON.stringify({ query: '{ llms { total } }' })}`,
  `{"query":"{ llms { total } }","__proto__":{"x":1}}`,
];

/** Headers that change how a request is handled. */
export const HEADERS: readonly Headers[] = [
  {},
  { accept: 'application/json' },
  { accept: 'application/graphql-response+json' },
  { accept: 'application/graphql-response+json; charset=utf-8, application/json; charset=utf-8' },
  { accept: '*/*' },
  { accept: 'image/png' },
  { accept: 'application/json; charset=latin1' },
  { 'content-type': 'application/json; charset=utf-8' },
  { origin: 'https://evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  { authorization: 'Bearer wrong' },
  { authorization: '' },
  { host: 'evil.example' },
];

/** Replaces what the upstream creates anew for each request. */
export const removeVolatileValues = (body: string) =>
  body.replaceAll(/"(sessionToken|id|createdAt|expiresAt)":"[^"]*"/g, '"$1":"…"');
