import { expect, test } from 'vitest';
import { createAvatarForm, seedImage } from '../support/files.ts';
import { ONE_REQUEST, runProgram } from '../support/program.ts';
import { tempFolder } from '../support/resources.ts';

const watcher = new URL('watch-connections.js', import.meta.url).href;

test('while all pages and kinds of operations are served, the program connects to loopback only', async () => {
  const folder = await tempFolder();
  const settings = { PORT: '0', DATA_DIR: folder, NODE_OPTIONS: `--import=${watcher}` };
  const { printed, output, child, ended } = runProgram([], settings);
  const [, url = ''] = await printed(/Explorer +(http:\S+)\/graphql/);
  const headers = { 'content-type': 'application/json', ...ONE_REQUEST };
  const ask = async (query: string) => {
    const body = JSON.stringify({ query });
    return (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json();
  };
  const query = '{ personas(first: 1) { nodes { id avatar { imageUrl } } } llms { totalCount } }';
  const { data } = await ask(query);
  const [{ id, avatar }] = data.personas.nodes;
  expect((await fetch(avatar.imageUrl, { headers: ONE_REQUEST })).status).toBe(200);
  const minted = await ask(
    `mutation { createSessionToken(input: { personaConfig: { personaId: "${id}" }, verify: true }) { token { type } } }`,
  );
  expect(minted.errors).toBeUndefined();
  const body = createAvatarForm(seedImage('png'));
  const uploaded = await fetch(`${url}/graphql`, { method: 'POST', body, headers: ONE_REQUEST });
  expect(uploaded.status).toBe(200);
  const ofPage = { accept: 'text/html', ...ONE_REQUEST };
  for (const path of ['/', '/graphql', '/health', '/ready', '/metrics'])
    await (await fetch(`${url}${path}`, { headers: ofPage })).text();
  child.kill('SIGTERM');
  expect(await ended()).toBe(0);
  const connections = output().stderr.match(/^OUTBOUND .*$/gm) ?? [];
  expect(connections).toContain('OUTBOUND connect 127.0.0.1');
  expect(connections.filter((line) => !line.endsWith(' 127.0.0.1'))).toStrictEqual([]);
});
