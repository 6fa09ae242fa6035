import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { connectAgent, HEADERS, LIST } from '../support/agent.ts';
import { AUTH } from '../support/issuer.ts';
import { start } from '../support/start.ts';

const page = readFileSync('src/server/mcp/README.md', 'utf8');

const running = await start({ settings: { MCP: 'true' } });

/** Returns a sample of the page for the program that runs. */
const readSample = (language: string, start = '') => {
  const [, sample = ''] =
    new RegExp(`^\`\`\`${language}\\n(${start}[\\s\\S]*?)^\`\`\`$`, 'm').exec(page) ?? [];
  return sample.replace('http://127.0.0.1:4000', running.url);
};

const Configuration = z.strictObject({
  mcpServers: z.strictObject({
    avatars: z.strictObject({ type: z.literal('http'), url: z.url() }),
  }),
});

test('the client configuration of the page connects to the program with MCP=true', async () => {
  const sample = Configuration.parse(JSON.parse(readSample('json')));
  const { url } = sample.mcpServers.avatars;
  expect(running.summary).toContain(`MCP       ${url}`);
  const { call, client } = await connectAgent(url);
  expect(client.getServerVersion()?.version).toBe(packageJson.version);
  const { isError, structuredContent } = await call('Personas', { first: 2 });
  expect([isError, structuredContent.data.personas.nodes.length]).toStrictEqual([false, 2]);
});

test('the curl sample of the page calls a tool', async () => {
  const sample = readSample('sh', 'curl');
  const headers = [...sample.matchAll(/-H '([\w-]+): ([^']+)'/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  );
  const [, target = ''] = /(http:\S+)/.exec(sample) ?? [];
  const [, body = ''] = /-d '([^']+)'/.exec(sample) ?? [];
  const { result } = await (await fetch(target, { method: 'POST', body, headers })).json();
  expect(result.structuredContent.data.personas.totalCount).toBe(4);
});

test('an issuer that is no URL is not named as an authorization server', async () => {
  const { url } = await start({ settings: { ...AUTH, AUTH_ISSUER: 'issuer', MCP: 'true' } });
  const response = await fetch(`${url}/.well-known/oauth-protected-resource/mcp`);
  expect(response.status).toBe(404);
  const { headers } = await fetch(`${url}/mcp`, { method: 'POST', body: LIST, headers: HEADERS });
  expect(headers.get('www-authenticate')).toBe('Bearer');
});
