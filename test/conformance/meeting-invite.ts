import assert from 'node:assert/strict';
import {
  ask,
  at,
  type Check,
  given,
  granted,
  grantedObject,
  refused,
  type Target,
} from './check.ts';

const PATH = '/v1/meetings/invites';

/** A meeting that has not begun, so that no persona joins. */
const createInvite = (personaId: string) => ({
  personaId,
  meetingUrl: 'https://meet.google.com/abc-defg-hij',
  joinAt: '2099-01-01T00:00:00Z',
});

const check = (id: string, name: string, run: Check['run']): Check => ({
  id: `meetings.extension.${id}`,
  level: 'EXTENSION',
  section: 'Extension meetings',
  name,
  extension: 'meetings',
  run,
});

/** Invites the target's persona, does `work` with the invite, and cancels it whatever comes of that. */
async function withInvite(target: Target, work: (invite: unknown, path: string) => Promise<void>) {
  const json = createInvite(given(target, 'personaId'));
  const invite = grantedObject(await ask(target, `POST ${PATH}`, { json }));
  const path = `${PATH}/${at(invite, 'id')}`;
  try {
    await work(invite, path);
  } finally {
    await ask(target, `DELETE ${path}`);
  }
}

/** The extension meetings: what live services have, and the specification does not show. */
export const meetingInviteChecks: readonly Check[] = [
  check('create', 'a persona is invited, and the invite is found by its id', (target) =>
    withInvite(target, async (_, path) => {
      assert.equal(at(grantedObject(await ask(target, `GET ${path}`)), 'provider'), 'google_meet');
    }),
  ),
  check('list', 'invites are listed by state', (target) =>
    withInvite(target, async (invite) => {
      const state = String(at(invite, 'status'));
      const list = grantedObject(await ask(target, `GET ${PATH}?perPage=100&status=${state}`));
      const data = at(list, 'data');
      assert.ok(Array.isArray(data));
      assert.ok(data.some((item) => at(item, 'id') === at(invite, 'id')));
      assert.ok(data.every((item) => at(item, 'status') === state));
    }),
  ),
  check('delete', 'an invite is cancelled, also when it is cancelled already', (target) =>
    withInvite(target, async (_, path) => {
      granted(await ask(target, `DELETE ${path}`));
      granted(await ask(target, `DELETE ${path}`));
      assert.equal(at(grantedObject(await ask(target, `GET ${path}`)), 'status'), 'cancelled');
    }),
  ),
  check('persona', 'an invite without a persona is refused', async (target) => {
    const { meetingUrl } = createInvite('');
    refused(await ask(target, `POST ${PATH}`, { json: { meetingUrl } }));
  }),
];
