import { expect, test } from 'vitest';
import { hashDocument } from '../../src/shared/document-text.ts';
import { DOCUMENTS } from '../support/operations.ts';
import {
  getError,
  guest,
  PERSONA_NAME,
  type PolicyApi,
  parseExample,
  refusal,
  signToken,
  startPolicyApi,
  type TokenClaims,
  user,
} from '../support/policy.ts';
import { MINE } from '../support/policy-upstream.ts';

const { Personas = '' } = DOCUMENTS;
const SECOND = 'query Other { personas { totalCount } }';
const REFUSED = refusal('roles.user.documents');

const start = () => startPolicyApi(parseExample('Consumer app'));

/** Sends any parameters with the token of a caller. */
async function sendTo(api: PolicyApi, claims: TokenClaims, body: object) {
  const authorization = `Bearer ${await signToken(claims)}`;
  const headers = { authorization, 'content-type': 'application/json' };
  return api.send({ headers, body: JSON.stringify({ variables: { id: MINE }, ...body }) });
}

const send = async (body: object) => sendTo(await start(), user(), body);

const persisted = (sha256Hash: string) => ({
  extensions: { persistedQuery: { version: 1, sha256Hash } },
});

test.each([
  ['its text', { query: PERSONA_NAME }],
  ['its text with another form', { query: `# A comment\n${PERSONA_NAME}\n` }],
  ['its id', { documentId: hashDocument(PERSONA_NAME) }],
  ['its hash', persisted(hashDocument(PERSONA_NAME))],
  ['its text and hash', { query: PERSONA_NAME, ...persisted(hashDocument(PERSONA_NAME)) }],
])('a document of the role runs by %s', async (_, body) => {
  const { data } = await send(body);
  expect(data).toStrictEqual({ persona: { id: MINE, name: 'Mine' } });
});

test.each([
  ['its text', { query: Personas }],
  ['one field more', { query: PERSONA_NAME.replace('id\n', 'id\n createdAt\n') }],
  ['a second operation', { query: `${PERSONA_NAME}\n${SECOND}`, operationName: 'Other' }],
  ['an unknown id', { documentId: 'nothing' }],
  ['no document', {}],
  ['an id with another text', { documentId: hashDocument(PERSONA_NAME), query: Personas }],
  ['the hash of the operations of the console', persisted(hashDocument(Personas))],
])('another document is refused by %s', async (_, body) => {
  const response = await send(body);
  expect(response.status).toBeGreaterThanOrEqual(200);
  expect(response.data?.personas).toBeUndefined();
  expect(['FORBIDDEN', 'PERSISTED_QUERY_NOT_FOUND']).toContain(getError(response).code);
  if (getError(response).code === 'FORBIDDEN') expect(getError(response)).toStrictEqual(REFUSED);
});

test('a document that another role registered by its hash is still refused', async () => {
  const api = await start();
  const query = '{ personas { totalCount } }';
  const hash = persisted(hashDocument(query));
  expect((await sendTo(api, guest(), { query, ...hash })).errors).toBeUndefined();
  expect(getError(await sendTo(api, user(), hash))).toStrictEqual(REFUSED);
});
