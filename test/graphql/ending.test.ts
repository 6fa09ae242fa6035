import { describe, expect, test } from 'vitest';
import { start } from '../support/start.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';
import { expectData } from './expectations.ts';

const ENDS = [
  ['stopSession', 'session', 'stoppedId', 'POST /v1/sessions/x/stop', 'GET /v1/sessions/x'],
  [
    'cancelMeetingInvite',
    'meetingInvite',
    'cancelledId',
    'DELETE /v1/meetings/invites/x',
    'GET /v1/meetings/invites/x',
  ],
] as const;

describe.each(ENDS)('%s', (name, record, id, call, reading) => {
  const startOwn = async (status: number) => {
    const upstream = await startUpstream((request, response) =>
      sendJson(
        response,
        request.method === 'GET' ? status : 200,
        request.method !== 'GET' || status === 200
          ? { id: 'x', status: 'cancelled', endTime: null }
          : { error: 'No' },
      ),
    );
    return { ...(await start({ upstream, extensions: 'all' })), upstream };
  };

  test('reads the record only where it is selected', async () => {
    const { run, upstream } = await startOwn(200);
    const plain = await run(`mutation { ${name}(id: "x") { ${id} } }`);
    expect(plain.data).toStrictEqual({ [name]: { [id]: 'x' } });
    expect(upstream.calls).toStrictEqual([call]);
    const { data } = await run(`mutation { ${name}(id: "x") { ${id} ${record} { id } } }`);
    expect(data).toStrictEqual({ [name]: { [id]: 'x', [record]: { id: 'x' } } });
    expect(upstream.calls.slice(1)).toStrictEqual([call, reading]);
  });

  test.each([403, 404, 500])('succeeds if reading the record fails with %i', async (status) => {
    const { run } = await startOwn(status);
    const data = await expectData(run(`mutation { ${name}(id: "x") { ${id} ${record} { id } } }`));
    expect(data).toStrictEqual({ [name]: { [id]: 'x', [record]: null } });
  });
});
