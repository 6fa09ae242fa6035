import { describe, expect, test } from 'vitest';
import { fakeService, sendJson } from '../support/fake-service.ts';
import { ANSWER } from '../support/openapi.ts';
import { start } from '../support/start.ts';
import { expectData } from './expectations.ts';

const MINT = 'createSessionToken(input: { personaConfig: { personaId: "x" } })';

/** Mutations that read a record only if it is selected: what they return besides, and their calls. */
const READING = [
  ['stopSession(id: "x")', 'stoppedId', 'session', 'POST /v1/sessions/x/stop', 'sessions'],
  [
    'cancelMeetingInvite(id: "x")',
    'cancelledId',
    'meetingInvite',
    'DELETE /v1/meetings/invites/x',
    'meetings/invites',
  ],
  [MINT, 'token { sessionToken }', 'persona', 'POST /v1/auth/session-token', 'personas'],
] as const;

describe.each(READING)('%s', (field, own, record, call, path) => {
  const startOwn = async (status: number) => {
    const upstream = await fakeService(({ method }, response) =>
      method === 'GET' && status !== 200
        ? sendJson(response, status, { error: 'No' })
        : sendJson(response, 200, { ...ANSWER, id: 'x', brain: {} }),
    );
    return start({ upstream, extensions: 'all' });
  };

  test('reads the record only where it is selected', async () => {
    const { run, upstream } = await startOwn(200);
    await expectData(run(`mutation { ${field} { ${own} } }`));
    expect(upstream.calls).toStrictEqual([call]);
    const [payload] = Object.values<Record<string, unknown>>(
      await expectData(run(`mutation { ${field} { ${own} ${record} { id } } }`)),
    );
    expect(payload?.[record]).toStrictEqual({ id: 'x' });
    expect(upstream.calls.slice(1)).toStrictEqual([call, `GET /v1/${path}/x`]);
  });

  test.each([403, 404, 500])('succeeds if reading the record fails with %i', async (status) => {
    const { run } = await startOwn(status);
    const data = await expectData(run(`mutation { ${field} { ${own} ${record} { id } } }`));
    const [payload] = Object.values<Record<string, unknown>>(data);
    expect(payload?.[record]).toBeNull();
    expect(Object.values(payload ?? {})).toHaveLength(2);
  });
});
