import assert from 'node:assert/strict';
import { ask, at, type Check, denied, grantedObject, LeftOut, type Target } from './check.ts';
import { listOf } from './crud.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const check = (id: string, level: Check['level'], name: string, run: Check['run']): Check => ({
  id: `sessions.extension.${id}`,
  level,
  section: 'Extension sessions',
  name,
  run,
  extension: 'sessions',
});

/** A session of the service. @throws LeftOut where it has none. */
async function anySession(target: Target): Promise<{ id: string; body: object }> {
  const { items } = await listOf(target, '/v1/sessions', { perPage: '1' });
  const [body] = items;
  const id = at(body, 'id');
  if (typeof id !== 'string' || typeof body !== 'object' || body === null)
    throw new LeftOut('the service has no sessions');
  return { id, body };
}

/** The answer for a part, which may be there or not yet. */
async function partOf(target: Target, part: string) {
  const { id } = await anySession(target);
  const answer = await ask(target, `GET /v1/sessions/${id}/${part}`);
  return answer.status === 404 ? undefined : { id, body: grantedObject(answer) };
}

/** The extension sessions: what live services have, and the specification does not know. No check stops a session. */
export const sessionChecks: readonly Check[] = [
  check('list', 'EXTENSION', 'sessions are listed page by page', async (target) => {
    const { id } = await anySession(target);
    const { items } = await listOf(target, '/v1/sessions', { page: '1', perPage: '1' });
    assert.equal(items.length, 1);
    assert.equal(at(items[0], 'id'), id);
    const past = await listOf(target, '/v1/sessions', { page: '100000', perPage: '100' });
    assert.deepEqual(past.items, []);
  }),
  check('persona', 'EXTENSION', 'sessions are found by their persona', async (target) => {
    const { items } = await listOf(target, '/v1/sessions', { perPage: '100' });
    const personaId = items.map((item) => at(item, 'personaId')).find(Boolean);
    if (typeof personaId !== 'string') throw new LeftOut('no session has a persona');
    const found = await listOf(target, '/v1/sessions', { personaId });
    assert.ok(found.items.length > 0);
    for (const item of found.items) assert.equal(at(item, 'personaId'), personaId);
    const none = await listOf(target, '/v1/sessions', { personaId: UNKNOWN });
    assert.deepEqual(none.items, []);
  }),
  check('get', 'EXTENSION', 'a session has its tool calls', async (target) => {
    const { id } = await anySession(target);
    const session = grantedObject(await ask(target, `GET /v1/sessions/${id}`));
    assert.equal(at(session, 'id'), id);
    assert.ok(Array.isArray(at(session, 'toolCalls')));
  }),
  check(
    'end',
    'EXTENSION',
    'a session says when it started, and has an end or none',
    async (target) => {
      const { body } = await anySession(target);
      assert.ok(!Number.isNaN(Date.parse(String(at(body, 'startTime')))));
      const end = at(body, 'endTime');
      assert.ok(end == null || !Number.isNaN(Date.parse(String(end))));
    },
  ),
  check(
    'transcriptOfSession',
    'EXTENSION',
    'a transcript has messages, or is answered 404',
    async (target) => {
      const part = await partOf(target, 'transcript');
      if (!part) return;
      assert.equal(at(part.body, 'sessionId'), part.id);
      const messages = at(part.body, 'messages');
      assert.ok(Array.isArray(messages));
      for (const message of messages) assert.equal(typeof at(message, 'message'), 'string');
    },
  ),
  check(
    'recordingOfSession',
    'EXTENSION',
    'a recording has a URL, or is answered 404',
    async (target) => {
      const part = await partOf(target, 'recording');
      if (part) assert.ok(URL.canParse(String(at(part.body, 'recordingUrl'))));
    },
  ),
  check(
    'analyticsOfSession',
    'EXTENSION',
    'analytics have turns, or are answered 404',
    async (target) => {
      const part = await partOf(target, 'analytics');
      if (!part) return;
      assert.equal(at(part.body, 'sessionId'), part.id);
      assert.ok(Array.isArray(at(part.body, 'turns')));
    },
  ),
  check('sessionAnalytics', 'EXTENSION', 'all sessions have analytics together', async (target) => {
    const range = new URLSearchParams({ to: new Date().toISOString() });
    const found = grantedObject(await ask(target, `GET /v1/sessions/analytics?${range}`));
    assert.ok(Number.isInteger(at(found, 'sessionCount')));
    assert.equal(typeof at(found, 'latencies'), 'object');
  }),
  check(
    'sessionConcurrency',
    'EXTENSION',
    'the service says how many sessions run',
    async (target) => {
      const found = grantedObject(await ask(target, 'GET /v1/sessions/concurrency'));
      assert.ok(Number.isInteger(at(found, 'active')));
    },
  ),
  check('unknown', 'EXTENSION', 'an id that nothing has is answered 404', async (target) => {
    const path = `/v1/sessions/${UNKNOWN}`;
    const parts = ['', '/transcript', '/recording', '/analytics'] as const;
    for (const part of parts) assert.equal((await ask(target, `GET ${path}${part}`)).status, 404);
  }),
  check('stop', 'EXTENSION', 'a stop of an id that nothing has is answered 404', async (target) => {
    const { status } = await ask(target, `POST /v1/sessions/${UNKNOWN}/stop`);
    assert.equal(status, 404);
  }),
  check('key', 'EXTENSION', 'a caller without a key is denied', async (target) => {
    for (const path of ['', '/concurrency', '/analytics', `/${UNKNOWN}/transcript`])
      denied(await ask(target, `GET /v1/sessions${path}`, { key: null }));
    denied(await ask(target, `POST /v1/sessions/${UNKNOWN}/stop`, { key: null }));
  }),
];
