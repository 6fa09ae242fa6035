import { expect, test } from 'vitest';
import type { ServerOptions } from '../../../src/server/server-options.ts';
import {
  connectAgent,
  createCall,
  HEADERS,
  LIST,
  startMcp,
  startMcpOverJson,
} from '../../support/agent.ts';
import { startAvatarService } from '../../support/avatar-service.ts';
import { fakeService } from '../../support/fake-service.ts';
import { seedImageBytes } from '../../support/files.ts';
import { startIssuer } from '../../support/issuer.ts';
import { DOCUMENTS } from '../../support/operations.ts';
import { createExactLimiter } from '../../support/rate-limits.ts';
import { listen } from '../../support/resources.ts';

/** An id without a record. */
const MISSING = '00000000-0000-4000-8000-000000000000';

/** The API over the seeded avatar service, with its key. */
async function startOverService(options: Partial<ServerOptions> & { rest?: never } = {}) {
  const service = await startAvatarService({ seeded: true, allowPrivateImageUrls: true });
  return startMcp({ url: service.url, key: service.keys.pro }, options);
}

/** A result with an error. */
const createError = (code: string, extensions = {}) => ({
  isError: true,
  structuredContent: { errors: [{ extensions: { code, ...extensions } }] },
});

test.each(['legacy', '2026-07-28'] as const)(
  'an agent of revision %s lists tools, reads, creates and deletes a persona, and mints a token',
  async (revision) => {
    const { mcpUrl, run } = await startOverService();
    const { client, call } = await connectAgent(mcpUrl, {}, revision);
    expect(client.getServerVersion()).toMatchObject({ name: 'avatar-graphql', version: '1.2.3' });
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('CreatePersona');

    const listed = await call('Personas', { first: 2, search: 'guide' });
    expect(listed.isError).toBe(false);
    expect(listed.structuredContent.data.personas).toMatchObject({ totalCount: 4 });
    expect(JSON.parse(listed.content[0].text)).toStrictEqual(listed.structuredContent);

    const created = await call('CreatePersona', { input: { name: 'Ada', avatarModel: 'cara-3' } });
    const { id } = created.structuredContent.data.createPersona.persona;
    const persona = `{ persona(id: ${JSON.stringify(id)}) { name avatarModel } }`;
    expect((await run(persona)).data).toStrictEqual({
      persona: { name: 'Ada', avatarModel: 'cara-3' },
    });

    const input = { personaConfig: { personaId: id } };
    const minted = await call('CreateSessionToken', { input });
    const { sessionToken } = minted.structuredContent.data.createSessionToken.token;
    expect(sessionToken).toMatch(/^\w+\.\w+\.[\w-]+$/);

    expect((await call('DeletePersona', { id })).structuredContent).toStrictEqual({
      data: { deletePersona: { deletedId: id } },
    });
    expect((await run(persona)).data).toStrictEqual({ persona: null });
  },
);

test('an avatar is created from the URL of its image', async () => {
  const images = await listen((_, response) => {
    response.setHeader('content-type', 'image/png').end(seedImageBytes('png'));
  });
  const { mcpUrl } = await startOverService();
  const { call } = await connectAgent(mcpUrl);
  const input = { displayName: 'Ada', image: { url: `${images}/a.png` } };
  const { structuredContent } = await call('CreateAvatar', { input });
  expect(structuredContent.data.createAvatar.avatar).toMatchObject({ displayName: 'Ada' });

  const file = await call('CreateAvatar', { input: { ...input, image: { file: {} } } });
  expect(file).toMatchObject(createError('BAD_USER_INPUT'));
});

test('a call needs no handshake or session', async () => {
  const { sendMessage } = await startOverService();
  const response = await sendMessage(createCall('Tools', { first: 1 }));
  expect([response.status, response.headers.get('mcp-session-id')]).toStrictEqual([200, null]);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  expect(await response.json()).toMatchObject({
    id: 1,
    result: { structuredContent: { data: { tools: { totalCount: expect.any(Number) } } } },
  });
});

test('a call is one GraphQL operation for every plugin, with the request in its context', async () => {
  const seen: unknown[] = [];
  const plugin: NonNullable<ServerOptions['plugins']>[number] = {
    onContextBuilding: ({ context }) => void seen.push(context.request.headers.get('x-tenant')),
    onExecute: ({ args }) => void seen.push(args.operationName, args.variableValues),
    onResponse: ({ response }) => void seen.push(response.status),
  };
  const { sendMessage } = await startMcpOverJson({ plugins: [plugin] });
  await (await sendMessage(createCall('Tool', { id: 't1' }), { 'x-tenant': 'a' })).text();
  expect(seen).toStrictEqual(['a', 'Tool', { id: 't1' }, 200]);
});

test('the result of a call is the GraphQL response, including errors', async () => {
  const { mcpUrl, run } = await startOverService();
  const headers = { 'x-request-id': 'same-request-id' };
  const { call } = await connectAgent(mcpUrl, headers);
  const { isError, structuredContent } = await call('DeletePersona', { id: MISSING });
  const text = DOCUMENTS.DeletePersona ?? '';
  const { data, errors } = await run(text, { id: MISSING }, headers);
  expect([isError, structuredContent]).toStrictEqual([true, { data, errors }]);
  expect(structuredContent.errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});

test('tools beyond the scopes of the token are not available', async () => {
  const issuer = await startIssuer();
  const { mcpUrl, upstream } = await startMcpOverJson({ authenticate: issuer.authenticate() });
  const token = await issuer.sign({ scope: 'tools:read prompts:read' });
  const { call, client } = await connectAgent(mcpUrl, { authorization: `Bearer ${token}` });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toStrictEqual(['Tools', 'Tool']);
  expect(await call('DeleteTool', { id: 't1' })).toMatchObject(createError('FORBIDDEN'));
  expect(upstream.calls).toStrictEqual([]);
  expect((await call('Tool', { id: 't1' })).isError).toBe(false);
});

test('a call without an argument is BAD_USER_INPUT with its path, and one of an unknown tool a protocol error', async () => {
  const { mcpUrl, upstream } = await startMcpOverJson();
  const { call, client } = await connectAgent(mcpUrl);
  const issues = [{ path: ['id'] }];
  expect(await call('Tool', {})).toMatchObject(createError('BAD_USER_INPUT', { issues }));
  expect(upstream.calls).toStrictEqual([]);
  for (const name of ['Nope', 'constructor', '__proto__']) {
    await expect(client.callTool({ name })).rejects.toThrow('This tool does not exist.');
  }
});

test('a call beyond the rate limit of its caller is a tool error, and one beyond that of its address is 429', async () => {
  const rateLimiter = createExactLimiter({ fields: 2, mints: 1, uploads: 1 });
  const { sendMessage, upstream } = await startMcpOverJson({ rateLimiter });
  const runCall = async (key: string, body: string) => {
    const response = await sendMessage(body, { authorization: `Bearer ${key}` });
    return [response.status, await response.json()] as const;
  };
  const mint = createCall('CreateSessionToken', { input: { personaConfig: { personaId: 'p1' } } });
  expect((await runCall('a', mint))[1].result.isError).toBeUndefined();
  const [status, { result }] = await runCall('a', mint);
  expect(status).toBe(200);
  const retryAfterSeconds = expect.any(Number);
  expect(result).toMatchObject(createError('RATE_LIMITED', { retryAfterSeconds }));
  expect(upstream.calls).toHaveLength(1);
  // An address has five times the limit, and each message counts once: these are 3 to 10, and 11.
  for (let sent = 3; sent <= 10; sent += 1) expect((await runCall('b', LIST))[0]).toBe(200);
  expect(await runCall('b', LIST)).toMatchObject([
    429,
    { errors: [{ extensions: { code: 'RATE_LIMITED' } }] },
  ]);
});

test('if the client disconnects, the upstream call is aborted', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const upstream = await fakeService((_, response) => {
    response.on('close', end);
    arrive();
  });
  const { mcpUrl } = await startMcp(upstream);
  const abort = new AbortController();
  const body = createCall('Tool', { id: 't1' });
  const response = fetch(mcpUrl, { method: 'POST', body, headers: HEADERS, signal: abort.signal });
  await arrived;
  abort.abort();
  await expect(response).rejects.toThrow();
  await ended;
});

test('with PERSISTED_OPERATIONS, tools still work', async () => {
  const persistedOperations = new Map([['only', '{ llms { totalCount } }']]);
  const { mcpUrl, run } = await startMcpOverJson({ persistedOperations });
  const { call } = await connectAgent(mcpUrl);
  expect((await call('Tool', { id: 't1' })).structuredContent.data.tool).toMatchObject({
    id: 't1',
  });
  expect(await run('{ llms { page } }')).toMatchObject({
    status: 400,
    errors: [{ message: expect.stringContaining('Only persisted operations are allowed') }],
  });
});
