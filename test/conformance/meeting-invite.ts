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
import { listOf, withCreated } from './crud.ts';

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

/** Does `work` with an invite of the target's persona. */
const withInvite = (target: Target, work: Parameters<typeof withCreated>[3]) =>
  withCreated(target, PATH, { json: createInvite(given(target, 'personaId')) }, work);

/** The extension meetings: what live services have, and the specification does not show. */
export const meetingInviteChecks: readonly Check[] = [
  check('create', 'a persona is invited, and the invite is found by its id', (target) =>
    withInvite(target, async ({ path }) => {
      assert.equal(at(grantedObject(await ask(target, `GET ${path}`)), 'provider'), 'google_meet');
    }),
  ),
  check('list', 'invites are listed by state', (target) =>
    withInvite(target, async ({ id, body }) => {
      const status = String(at(body, 'status'));
      const { items } = await listOf(target, PATH, { perPage: '100', status });
      assert.ok(items.some((item) => at(item, 'id') === id));
      assert.ok(items.every((item) => at(item, 'status') === status));
    }),
  ),
  check('delete', 'an invite is cancelled, also when it is cancelled already', (target) =>
    withInvite(target, async ({ path }) => {
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
