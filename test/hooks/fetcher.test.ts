import { afterEach, expect, test } from 'vitest';
import { personas } from '../../src/avatar-service/seed/personas.ts';
import { type AnyApiError, ApiError } from '../../src/hooks/errors.ts';
import { fetcher } from '../../src/hooks/fetcher.ts';
import * as documents from '../../src/hooks/generated.ts';
import { configureHooks, withOptions } from '../../src/hooks/settings.ts';
import type * as Types from '../../src/hooks/types.ts';
import { startApi } from '../support/api.ts';
import { listen } from '../support/listen.ts';
import { startProduct } from '../support/product.ts';
import { seedImage, seedImageBytes, seedTool } from '../support/seeds.ts';
import { startUpstream } from '../support/upstream.ts';

afterEach(() => configureHooks({ url: '/graphql', headers: {} }));

/** Starts the real API and points the hooks at it. */
async function start() {
  const product = await startProduct();
  configureHooks({ url: product.url });
  return product;
}

/** Returns the error of an operation. */
const getError = (running: Promise<unknown>): Promise<AnyApiError> =>
  running.then(
    () => expect.fail('the operation succeeded'),
    (error: AnyApiError) => error,
  );

const all = { ...documents };

const [{ id: personaId, avatarId } = { id: '', avatarId: '' }] = personas;

test.each<[keyof typeof documents, object | undefined]>([
  ['PersonasDocument', undefined],
  ['PersonasDocument', { page: 2, perPage: 5, name: 'guide' }],
  ['PersonasConnectionDocument', { first: 3 }],
  ['PersonaDocument', { id: personaId }],
  ['CreatePersonaDocument', { input: { name: 'Ada' } }],
  ['AvatarDocument', { id: avatarId }],
  ['AvatarsByIdsDocument', { ids: [avatarId] }],
  ['ToolDocument', { id: seedTool }],
  ['ToolsByIdsDocument', { ids: [seedTool] }],
  ['UpdateToolDocument', { id: seedTool, input: { description: 'New.' } }],
  ['DeleteToolDocument', { id: seedTool }],
  ['CreateSessionTokenDocument', { input: { personaConfig: { personaId } }, verify: true }],
  ['CreateLegacySessionTokenDocument', undefined],
  ['AvatarsDocument', { perPage: 2 }],
  ['ToolsDocument', { search: 'show' }],
  ['VoicesDocument', undefined],
  ['PersonaPartsDocument', { id: personaId }],
  ['UpdatePersonaDocument', { id: personaId, input: { name: 'Ada' } }],
  ['DeletePersonaDocument', { id: personaId }],
  ['LlmsDocument', undefined],
  ['LlmDocument', { id: 'CUSTOMER_CLIENT_V1' }],
])('%s with %j gets a response from the real API', async (name, variables) => {
  await start();
  const data = await fetcher<Record<string, unknown>, object>(all[name], variables)();
  for (const value of Object.values(data)) expect(value).toBeTruthy();
});

test('a file among the variables is sent as an upload and arrives unchanged', async () => {
  await start();
  const run = fetcher<Types.CreateAvatarMutation, Types.CreateAvatarMutationVariables>;
  const { createAvatar } = await run(documents.CreateAvatarDocument, {
    input: { displayName: 'Ada', image: { file: seedImage('webp') } },
  })();
  const picture = await fetch(createAvatar?.imageUrl ?? '');
  expect(new Uint8Array(await picture.arrayBuffer())).toStrictEqual(seedImageBytes('webp'));
});

test('a validation error narrows to its issues', async () => {
  await start();
  const error = await getError(fetcher(documents.PersonasDocument, { page: 0 })());
  expect(error).toBeInstanceOf(ApiError);
  if (error.code !== 'BAD_USER_INPUT') return expect.fail(error.code);
  expect(error.issues.map(({ path }) => path)).toStrictEqual([['page']]);
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test('a rate limit error says when to retry', async () => {
  const upstream = await startUpstream((_, response) => {
    response.writeHead(429, { 'retry-after': '7' }).end('{}');
  });
  configureHooks({ url: (await startApi(upstream)).url });
  const error = await getError(fetcher(documents.PersonasDocument)());
  if (error.code !== 'RATE_LIMITED') return expect.fail(error.code);
  expect(error.retryAfterSeconds).toBe(7);
});

test('a failed field leaves the data of the others in the error', async () => {
  const upstream = await startUpstream(({ url }, response) => {
    response.statusCode = url?.endsWith('bad') ? 500 : 200;
    response.end('{"id":"good"}');
  });
  configureHooks({ url: (await startApi(upstream)).url });
  const error = await getError(fetcher(documents.AvatarsByIdsDocument, { ids: ['good', 'bad'] })());
  expect(error).toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    data: { avatarsByIds: [{ id: 'good' }, null] },
    errors: [{ path: ['avatarsByIds', 1] }],
  });
});

test('a headers function is called for every request', async () => {
  const product = await startProduct();
  const sent = ['wrong-key', product.keys.pro];
  configureHooks({
    url: product.url,
    headers: async () => ({ authorization: `Bearer ${sent.shift()}` }),
  });
  expect((await getError(fetcher(documents.PersonasDocument)())).code).toBe('UNAUTHENTICATED');
  await fetcher(documents.PersonasDocument)();
  expect(sent).toStrictEqual([]);
});

test.each(['context', 'options'])('a signal by %s gives the request up', async (how) => {
  const caller = new AbortController();
  const url = await listen(() => caller.abort());
  configureHooks({ url });
  const { signal } = caller;
  const variables = how === 'options' ? withOptions({ page: 1 }, { signal }) : { page: 1 };
  const running = fetcher(
    documents.PersonasDocument,
    variables,
  )(how === 'context' ? { signal } : {});
  await expect(running).rejects.toHaveProperty('name', 'AbortError');
});

test('a request without a response is NETWORK', async () => {
  configureHooks({ url: await listen((request) => request.socket.destroy()) });
  const error = await getError(fetcher(documents.PersonasDocument)());
  expect(error).toMatchObject({ code: 'NETWORK', cause: expect.any(Error) });
});

test.each(['<html>', '[]', '{}', '7', ''])('the answer %o is INVALID_RESPONSE', async (text) => {
  configureHooks({ url: await listen((_, response) => void response.end(text)) });
  const error = await getError(fetcher(documents.PersonasDocument)());
  expect(error.code).toBe('INVALID_RESPONSE');
});
