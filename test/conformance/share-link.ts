import assert from 'node:assert/strict';
import { ask, at, type Check, denied, given, grantedObject, type Target } from './check.ts';
import { listOf, withCreated } from './crud.ts';

const PATH = '/v1/share-links';

/** Does `work` with a link of the target's persona. */
const withLink = (target: Target, work: Parameters<typeof withCreated>[3]) =>
  withCreated(
    target,
    PATH,
    { json: { personaId: given(target, 'personaId'), usageLimit: 3 } },
    work,
  );

const check = (id: string, name: string, run: Check['run']): Check => ({
  id: `share-links.extension.${id}`,
  level: 'EXTENSION',
  section: 'Extension share links',
  name,
  extension: 'share-links',
  run,
});

/** The extension share links: what live services have, and the specification does not show. */
export const shareLinkChecks: readonly Check[] = [
  check('create', 'a share link is created with a token, and found by its id', (target) =>
    withLink(target, async ({ body, path }) => {
      assert.equal(typeof at(body, 'token'), 'string');
      const found = grantedObject(await ask(target, `GET ${path}`));
      assert.equal(at(found, 'personaId'), target.personaId);
      assert.equal(at(found, 'usageLimit'), 3);
    }),
  ),
  check('list', 'share links are listed by persona', (target) =>
    withLink(target, async ({ id }) => {
      const { items } = await listOf(target, PATH, { personaId: given(target, 'personaId') });
      assert.ok(items.some((item) => at(item, 'id') === id));
    }),
  ),
  check('update', 'an update changes what it names', (target) =>
    withLink(target, async ({ path }) => {
      grantedObject(await ask(target, `PUT ${path}`, { json: { usageLimit: 5 } }));
      assert.equal(at(grantedObject(await ask(target, `GET ${path}`)), 'usageLimit'), 5);
    }),
  ),
  check('delete', 'what is deleted is gone', (target) =>
    withLink(target, async ({ path }) => {
      await ask(target, `DELETE ${path}`);
      denied(await ask(target, `GET ${path}`));
    }),
  ),
];
