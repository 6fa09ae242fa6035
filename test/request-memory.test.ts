import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { endWithTest } from './support/child.ts';
import { sendJson, startUpstream } from './support/upstream.ts';

const CHILD = new URL('./support/memory-child.ts', import.meta.url).pathname;

const RECORD = { id: 'a1', name: 'Ada', avatarId: 'a1', systemPrompt: 'Be kind.' };
const ANSWER = { ...RECORD, sessionToken: 'x', data: [RECORD], meta: { total: 1 } };

const DOCUMENTS = [
  'mutation { createLegacySessionToken { sessionToken } }',
  'mutation { createSessionToken(input: { personaConfig: { personaId: "p1" } }) { sessionToken } }',
  'mutation { updateTool(id: "t1", input: { name: "x" }) { id } }',
  '{ personas { items { name avatar { id } } } }',
  '{ avatar(id: "a1") { id } }',
  '{ llms { id } }',
];

async function start() {
  const upstream = await startUpstream((request, response) => {
    request.resume().on('end', () => sendJson(response, 200, ANSWER));
  });
  const child = fork(CHILD, [upstream.url], { execArgv: ['--expose-gc'] });
  endWithTest(child);
  const [{ port }] = await once(child, 'message');
  const tell = async (command: 'age' | 'count') => {
    child.send(command);
    const [answer] = await once(child, 'message');
    return answer;
  };
  const run = async (query: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
      body: JSON.stringify({ query }),
    });
    expect(await response.json()).not.toHaveProperty('errors');
  };
  return { tell, run };
}

// A WeakMap that is old holds its values as if they were no weak ones while young objects are collected: one whose
// values lead to their keys keeps every request, to be copied twice and to wait for a collection of all there is.
test('nothing is left of finished requests once young objects are collected', async ({ skip }) => {
  const { tell, run } = await start();
  const left = [];
  for (const document of DOCUMENTS) {
    for (let warm = 0; warm < 10; warm += 1) await run(document);
    await tell('age');
    for (let request = 0; request < 5; request += 1) await run(document);
    const { canTell, ...counted } = await tell('count');
    if (!canTell) skip('This Node clears WeakRefs only when it collects all there is.');
    left.push({ document, ...counted });
  }
  expect(left).toStrictEqual(
    DOCUMENTS.map((document) => ({ document, executed: 5, requests: 0, contexts: 0 })),
  );
});
