import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { connectAgent, createCall, HEADERS, LIST } from '../support/agent.ts';
import { start } from '../support/start.ts';
import { startUpstream } from '../support/upstream.ts';

const page = readFileSync('src/server/mcp/README.md', 'utf8');

const readSample = (language: string, start = '') =>
  new RegExp(`^\`\`\`${language}\\n(${start}[\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';

const Configuration = z.strictObject({
  mcpServers: z.strictObject({
    avatars: z.strictObject({ type: z.literal('http'), url: z.url() }),
  }),
});

const replaceUrl = (sample: string, url: string) => sample.replace('http://127.0.0.1:4000', url);

test('the client configuration of the page connects to the program with MCP=true', async () => {
  const running = await start({ settings: { MCP: 'true' } });
  const sample = Configuration.parse(JSON.parse(replaceUrl(readSample('json'), running.url)));
  const { url } = sample.mcpServers.avatars;
  expect(running.summary).toContain(`MCP       ${url}`);
  const { call, client } = await connectAgent(url);
  expect(client.getServerVersion()?.version).toBe(packageJson.version);
  const { isError, structuredContent } = await call('Personas', { perPage: 2 });
  expect([isError, structuredContent.data.personas.items.length]).toStrictEqual([false, 2]);
});

test('the curl sample of the page calls a tool', async () => {
  const { url } = await start({ settings: { MCP: 'true' } });
  const sample = replaceUrl(readSample('sh', 'curl'), url);
  const headers = [...sample.matchAll(/-H '([\w-]+): ([^']+)'/g)].map(
    ([, name = '', value = '']) => [name, value],
  );
  const [, target = ''] = /(http:\S+)/.exec(sample) ?? [];
  const [, body = ''] = /-d '([^']+)'/.exec(sample) ?? [];
  const response = await fetch(target, {
    method: 'POST',
    body,
    headers: Object.fromEntries(headers),
  });
  expect(await response.json()).toMatchObject({
    result: { structuredContent: { data: { personas: { total: 4 } } } },
  });
});

test('a message beyond MAX_REQUESTS is rejected with 503 and Retry-After', async () => {
  const silent = await startUpstream(() => undefined);
  const { url } = await start({
    settings: { MCP: 'true', UPSTREAM_URL: silent.url, MAX_REQUESTS: '1' },
  });
  const headers = { ...HEADERS, authorization: 'Bearer a-key' };
  const abort = new AbortController();
  const { signal } = abort;
  const body = createCall('Tool', { id: 't1' });
  const held = fetch(`${url}/mcp`, { method: 'POST', body, headers, signal });
  await expect.poll(() => silent.calls.length).toBe(1);
  const response = await fetch(`${url}/mcp`, { method: 'POST', body: LIST, headers });
  expect([response.status, response.headers.get('retry-after')]).toStrictEqual([503, '1']);
  abort.abort();
  await expect(held).rejects.toThrow();
});

test.each([
  ['https://issuer.example/', ['https://issuer.example/']],
  ['issuer', undefined],
])('with JWTs of the issuer %s, the metadata names it if it is a URL', async (issuer, servers) => {
  const { url } = await start({
    settings: {
      MCP: 'true',
      AUTH_SECRET: 'a-secret-of-thirty-two-bytes-or-more',
      AUTH_ISSUER: issuer,
      AUTH_AUDIENCE: 'avatars',
    },
  });
  const response = await fetch(`${url}/.well-known/oauth-protected-resource/mcp`);
  const { authorization_servers } = z
    .object({ authorization_servers: z.array(z.string()).optional() })
    .parse(await response.json());
  expect([response.status, authorization_servers]).toStrictEqual([servers ? 200 : 404, servers]);
  const { headers } = await fetch(`${url}/mcp`, { method: 'POST', body: LIST, headers: HEADERS });
  const challenge = servers
    ? `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`
    : 'Bearer';
  expect(headers.get('www-authenticate')).toBe(challenge);
});

test('by default, the endpoint for agents is off', async () => {
  const { url, summary } = await start({ settings: {} });
  expect(summary.join()).not.toContain('MCP');
  expect((await fetch(`${url}/mcp`, { method: 'POST', body: '{}' })).status).toBe(404);
});

test('only one module imports the MCP library, on demand', () => {
  const importers = (pattern: RegExp) =>
    globSync('src/**/*.ts').filter((file) => pattern.test(readFileSync(file, 'utf8')));
  expect(importers(/^import (?!type)[^;]*'@modelcontextprotocol\//m)).toStrictEqual([
    'src/server/mcp/protocol.ts',
  ]);
  expect(importers(/^import (?!type)[^;]*\/protocol\.ts'/m)).toStrictEqual([]);
});
