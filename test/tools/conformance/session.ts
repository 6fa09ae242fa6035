import assert from 'node:assert/strict';
import {
  ask,
  at,
  type Check,
  expectDenied,
  expectObject,
  inExtension,
  Skipped,
  type Target,
} from './check.ts';
import { readPage } from './crud.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const check = (id: string, name: string, run: Check['run']): Check =>
  inExtension(`sessions.extension.${id}`, name, run);

/** Finds a session of the service. @throws Skipped if it has none. */
async function findSession(target: Target): Promise<{ id: string; body: object }> {
  const { items } = await readPage(target, '/v1/sessions', { perPage: '1' });
  const [body] = items;
  const id = at(body, 'id');
  if (typeof id !== 'string' || typeof body !== 'object' || body === null)
    throw new Skipped('the service has no sessions');
  return { id, body };
}

/** Reads a part of a session; undefined if it does not exist yet. */
async function readPart(target: Target, part: string) {
  const { id } = await findSession(target);
  const answer = await ask(target, `GET /v1/sessions/${id}/${part}`);
  return answer.status === 404 ? undefined : { id, body: expectObject(answer) };
}

/** Checks of the extension sessions. No check stops a session. */
export const sessionChecks: readonly Check[] = [
  check('list', 'sessions are listed in pages', async (target) => {
    const { id } = await findSession(target);
    const { items } = await readPage(target, '/v1/sessions', { page: '1', perPage: '1' });
    assert.equal(items.length, 1);
    assert.equal(at(items[0], 'id'), id);
    const past = await readPage(target, '/v1/sessions', { page: '100000', perPage: '100' });
    assert.deepEqual(past.items, []);
  }),
  check('persona', 'sessions are found by their persona', async (target) => {
    const { items } = await readPage(target, '/v1/sessions', { perPage: '100' });
    const personaId = items.map((item) => at(item, 'personaId')).find(Boolean);
    if (typeof personaId !== 'string') throw new Skipped('no session has a persona');
    const found = await readPage(target, '/v1/sessions', { personaId });
    assert.ok(found.items.length > 0);
    for (const item of found.items) assert.equal(at(item, 'personaId'), personaId);
    const none = await readPage(target, '/v1/sessions', { personaId: UNKNOWN });
    assert.deepEqual(none.items, []);
  }),
  check('get', 'a session by id has its tool calls', async (target) => {
    const { id } = await findSession(target);
    const session = expectObject(await ask(target, `GET /v1/sessions/${id}`));
    assert.equal(at(session, 'id'), id);
    assert.ok(Array.isArray(at(session, 'toolCalls')));
  }),
  check('end', 'a session has a start time, and an end time or none', async (target) => {
    const { body } = await findSession(target);
    assert.ok(!Number.isNaN(Date.parse(String(at(body, 'startTime')))));
    const end = at(body, 'endTime');
    assert.ok(end == null || !Number.isNaN(Date.parse(String(end))));
  }),
  check('transcriptOfSession', 'a transcript has messages, or is 404', async (target) => {
    const part = await readPart(target, 'transcript');
    if (!part) return;
    assert.equal(at(part.body, 'sessionId'), part.id);
    const messages = at(part.body, 'messages');
    assert.ok(Array.isArray(messages));
    for (const message of messages) assert.equal(typeof at(message, 'message'), 'string');
  }),
  check('recordingOfSession', 'a recording has a URL, or is 404', async (target) => {
    const part = await readPart(target, 'recording');
    if (part) assert.ok(URL.canParse(String(at(part.body, 'recordingUrl'))));
  }),
  check('analyticsOfSession', 'analytics have turns, or are 404', async (target) => {
    const part = await readPart(target, 'analytics');
    if (!part) return;
    assert.equal(at(part.body, 'sessionId'), part.id);
    assert.ok(Array.isArray(at(part.body, 'turns')));
  }),
  check('sessionStatistics', 'sessions have statistics', async (target) => {
    const range = new URLSearchParams({ to: new Date().toISOString() });
    const found = expectObject(await ask(target, `GET /v1/sessions/analytics?${range}`));
    assert.ok(Number.isInteger(at(found, 'sessionCount')));
    assert.equal(typeof at(found, 'latencies'), 'object');
  }),
  check(
    'sessionConcurrency',
    'the service returns the number of active sessions',
    async (target) => {
      const found = expectObject(await ask(target, 'GET /v1/sessions/concurrency'));
      assert.ok(Number.isInteger(at(found, 'active')));
    },
  ),
  check('unknown', 'an unknown id is 404', async (target) => {
    const path = `/v1/sessions/${UNKNOWN}`;
    const parts = ['', '/transcript', '/recording', '/analytics'] as const;
    for (const part of parts) assert.equal((await ask(target, `GET ${path}${part}`)).status, 404);
  }),
  check('stop', 'stopping an unknown id is 404', async (target) => {
    const { status } = await ask(target, `POST /v1/sessions/${UNKNOWN}/stop`);
    assert.equal(status, 404);
  }),
  check('key', 'a request without a key is denied', async (target) => {
    for (const path of ['', '/concurrency', '/analytics', `/${UNKNOWN}/transcript`])
      expectDenied(await ask(target, `GET /v1/sessions${path}`, { key: null }));
    expectDenied(await ask(target, `POST /v1/sessions/${UNKNOWN}/stop`, { key: null }));
  }),
];
