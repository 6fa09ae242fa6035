import assert from 'node:assert/strict';
import {
  ask,
  at,
  type Check,
  expectObject,
  expectRejected,
  expectSuccess,
  inExtension,
  requireOption,
  type Target,
} from './check.ts';
import { readPage, withCreated } from './crud.ts';

const PATH = '/v1/meetings/invites';

/** Creates an invite to a meeting in the future, so that no persona joins. */
const createInvite = (personaId: string) => ({
  personaId,
  meetingUrl: 'https://meet.google.com/abc-defg-hij',
  joinAt: '2099-01-01T00:00:00Z',
});

const check = (id: string, name: string, run: Check['run']): Check =>
  inExtension(`meetings.extension.${id}`, name, run);

/** Runs `work` with an invite of the target's persona. */
const withInvite = (target: Target, work: Parameters<typeof withCreated>[3]) =>
  withCreated(target, PATH, { json: createInvite(requireOption(target, 'personaId')) }, work);

/** Checks of the extension meetings. */
export const meetingInviteChecks: readonly Check[] = [
  check('create', 'an invite is created, and found by its id', (target) =>
    withInvite(target, async ({ path }) => {
      assert.equal(at(expectObject(await ask(target, `GET ${path}`)), 'provider'), 'google_meet');
    }),
  ),
  check('list', 'invites are listed by status', (target) =>
    withInvite(target, async ({ id, body }) => {
      const status = String(at(body, 'status'));
      const { items } = await readPage(target, PATH, { perPage: '100', status });
      assert.ok(items.some((item) => at(item, 'id') === id));
      assert.ok(items.every((item) => at(item, 'status') === status));
    }),
  ),
  check('delete', 'an invite can be cancelled twice', (target) =>
    withInvite(target, async ({ path }) => {
      expectSuccess(await ask(target, `DELETE ${path}`));
      expectSuccess(await ask(target, `DELETE ${path}`));
      assert.equal(at(expectObject(await ask(target, `GET ${path}`)), 'status'), 'cancelled');
    }),
  ),
  check('persona', 'an invite without a persona is rejected', async (target) => {
    const { meetingUrl } = createInvite('');
    expectRejected(await ask(target, `POST ${PATH}`, { json: { meetingUrl } }));
  }),
];
