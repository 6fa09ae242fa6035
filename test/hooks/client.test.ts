import { expect, onTestFinished, test, vi } from 'vitest';
import { type Client, createClient } from '../../src/hooks/client.ts';
import * as documents from '../../src/hooks/document-strings.ts';
import { ApiError } from '../../src/hooks/errors.ts';
import { fakeService } from '../support/fake-service.ts';
import { listen } from '../support/resources.ts';
import { start } from '../support/start.ts';

/** Starts the API and creates a client for it. */
async function startOwn(): Promise<Client> {
  return createClient({ url: (await start()).url });
}

/** Returns the error of an operation. */
const getError = (running: Promise<unknown>): Promise<ApiError> =>
  running.then(
    () => expect.fail('the operation succeeded'),
    (error: ApiError) => error,
  );

test('a validation error has its issues', async () => {
  const client = await startOwn();
  const error = await getError(client.request(documents.PersonasDocument, { page: 0 }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error.code).toBe('BAD_USER_INPUT');
  expect(error.issues.map(({ path }) => path)).toStrictEqual([['page']]);
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

/** Starts an API whose second avatar cannot be read, or none. */
async function startFailing(path: RegExp) {
  const upstream = await fakeService(({ url = '' }, response) => {
    response.statusCode = path.test(url) ? 500 : 200;
    response.end('{"id":"good"}');
  });
  return (await start({ upstream })).url;
}

test('with the errors of partial data, a client returns what succeeded, and reports the error', async () => {
  const url = await startFailing(/bad$/);
  const reported: ApiError[] = [];
  const onPartialData = (error: ApiError) => reported.push(error);
  const client = createClient({ url, errors: 'partial', onPartialData });
  const ids = ['good', 'bad'];
  const { avatarsByIds } = await client.request(documents.AvatarsByIdsDocument, { ids });
  expect(avatarsByIds).toMatchObject([{ id: 'good' }, null]);
  expect(reported).toMatchObject([{ code: 'UPSTREAM_UNAVAILABLE' }]);
  const strict = client.request(documents.AvatarsByIdsDocument, { ids }, { errors: 'throw' });
  await expect(strict).rejects.toMatchObject({ data: { avatarsByIds: [{ id: 'good' }, null] } });
  const single = createClient({ url }).request(
    documents.AvatarsByIdsDocument,
    { ids },
    { errors: 'partial' },
  );
  expect((await single).avatarsByIds).toHaveLength(2);
});

test('a response without any data is an error, also if partial data is accepted', async () => {
  const client = createClient({ url: await startFailing(/./), errors: 'partial' });
  const error = await getError(client.request(documents.AvatarDocument, { id: 'bad' }));
  expect(error).toMatchObject({
    code: 'UPSTREAM_UNAVAILABLE',
    data: { avatar: null },
    errors: [{ path: ['avatar'] }],
  });
});

test('a request without a response is NETWORK', async () => {
  const client = createClient({ url: await listen((request) => request.socket.destroy()) });
  const error = await getError(client.request(documents.PersonasDocument));
  expect(error).toMatchObject({ code: 'NETWORK', cause: expect.any(Error) });
});

test('a page of another origin without a response learns that its origin may not be allowed', async () => {
  const url = await listen((request) => request.socket.destroy());
  const getMessage = async (page: string) => {
    vi.stubGlobal('location', new URL(page));
    onTestFinished(() => void vi.unstubAllGlobals());
    return (await getError(createClient({ url }).request('query Any { any }'))).message;
  };
  expect(await getMessage(url)).toBe('The API cannot be reached.');
  expect(await getMessage('https://app.example/page')).toBe(
    'The API cannot be reached, or does not allow https://app.example (CORS_ORIGINS).',
  );
});

test('dates and URLs in the variables are sent as their JSON strings', async () => {
  let body = '';
  const url = await listen((request, response) => {
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => response.end('{"data":{}}'));
  });
  const variables = { at: new Date(0), list: [{ url: new URL('http://a.example') }] };
  await createClient({ url }).request('query Any { any }', variables);
  expect(JSON.parse(body).variables).toStrictEqual({
    at: '1970-01-01T00:00:00.000Z',
    list: [{ url: 'http://a.example/' }],
  });
});

test('headers without a value are not sent', async () => {
  const received: unknown[] = [];
  const url = await listen((request, response) => {
    received.push([request.headers.authorization, request.headers['x-tenant']]);
    response.end('{"data":{}}');
  });
  const headers = { authorization: undefined, 'x-tenant': 'a' };
  await createClient({ url, headers }).request('query Any { any }');
  await createClient({ url, headers: async () => headers }).request('query Any { any }');
  expect(received).toStrictEqual([
    [undefined, 'a'],
    [undefined, 'a'],
  ]);
});

test('outside of a page, a relative URL is rejected unless the client has its own fetch', async () => {
  await expect(createClient().request('query Any { any }')).rejects.toThrow(
    'The API cannot be reached: its URL must be absolute.',
  );
  const fetch = async () => Response.json({ data: { any: 1 } });
  expect(await createClient({ fetch }).request('query Any { any }')).toStrictEqual({ any: 1 });
});
