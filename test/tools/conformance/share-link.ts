import assert from 'node:assert/strict';
import {
  ask,
  at,
  type Check,
  expectDenied,
  expectObject,
  inExtension,
  requireOption,
  type Target,
} from './check.ts';
import { readPage, withCreated } from './crud.ts';

const PATH = '/v1/share-links';

/** Runs `work` with a share link of the target's persona. */
const withLink = (target: Target, work: Parameters<typeof withCreated>[3]) =>
  withCreated(
    target,
    PATH,
    { json: { personaId: requireOption(target, 'personaId'), usageLimit: 3 } },
    work,
  );

const check = (id: string, name: string, run: Check['run']): Check =>
  inExtension(`share-links.extension.${id}`, name, run);

/** Checks of the extension share links. */
export const shareLinkChecks: readonly Check[] = [
  check('create', 'a share link is created with a token, and found by its id', (target) =>
    withLink(target, async ({ body, path }) => {
      assert.equal(typeof at(body, 'token'), 'string');
      const found = expectObject(await ask(target, `GET ${path}`));
      assert.equal(at(found, 'personaId'), target.personaId);
      assert.equal(at(found, 'usageLimit'), 3);
    }),
  ),
  check('list', 'share links are listed by persona', (target) =>
    withLink(target, async ({ id }) => {
      const { items } = await readPage(target, PATH, {
        personaId: requireOption(target, 'personaId'),
      });
      assert.ok(items.some((item) => at(item, 'id') === id));
    }),
  ),
  check('update', 'an update changes its fields', (target) =>
    withLink(target, async ({ path }) => {
      expectObject(await ask(target, `PUT ${path}`, { json: { usageLimit: 5 } }));
      assert.equal(at(expectObject(await ask(target, `GET ${path}`)), 'usageLimit'), 5);
    }),
  ),
  check('delete', 'a deleted share link is not found', (target) =>
    withLink(target, async ({ path }) => {
      await ask(target, `DELETE ${path}`);
      expectDenied(await ask(target, `GET ${path}`));
    }),
  ),
];
