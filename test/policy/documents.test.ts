import { expect, test } from 'vitest';
import { hashDocument } from '../../src/shared/document-text.ts';
import { DOCUMENTS } from '../support/operations.ts';
import {
  getError,
  guest,
  PERSONA_NAME,
  parseExample,
  refusal,
  signToken,
  startPolicyApi,
  user,
} from '../support/policy.ts';
import { MINE } from '../support/policy-upstream.ts';

const { Personas = '' } = DOCUMENTS;
const REFUSED = refusal('roles.user.documents');

const start = () => startPolicyApi(parseExample('Consumer app'));

/** Sends any parameters with the token of a user. */
async function send(body: object) {
  const api = await start();
  const authorization = `Bearer ${await signToken(user())}`;
  const headers = { authorization, 'content-type': 'application/json' };
  return api.send({ headers, body: JSON.stringify({ variables: { id: MINE }, ...body }) });
}

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
  [
    'a second operation',
    { query: `${PERSONA_NAME}\nquery Other { personas { total } }`, operationName: 'Other' },
  ],
  ['an unknown id', { documentId: 'nothing' }],
  ['no document', {}],
  [
    'the id of a document with another text',
    { documentId: hashDocument(PERSONA_NAME), query: Personas },
  ],
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
  const query = '{ personas { total } }';
  const hash = persisted(hashDocument(query));
  const runAs = async (claims: object, body: object) => {
    const headers = {
      authorization: `Bearer ${await signToken({ ...claims })}`,
      'content-type': 'application/json',
    };
    return api.send({ headers, body: JSON.stringify(body) });
  };
  expect((await runAs(guest(), { query, ...hash })).errors).toBeUndefined();
  expect(getError(await runAs(user(), hash))).toStrictEqual(REFUSED);
});
