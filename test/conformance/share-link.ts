import assert from 'node:assert/strict';
import { ask, at, type Check, denied, given, grantedObject, type Target } from './check.ts';

const PATH = '/v1/share-links';

/** Creates a link of the target's persona, does `work` with it, and deletes it whatever comes of that. */
async function withLink(target: Target, work: (link: object, path: string) => Promise<void>) {
  const json = { personaId: given(target, 'personaId'), usageLimit: 3 };
  const link = grantedObject(await ask(target, `POST ${PATH}`, { json }));
  const path = `${PATH}/${at(link, 'id')}`;
  try {
    await work(Object(link), path);
  } finally {
    await ask(target, `DELETE ${path}`);
  }
}

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
    withLink(target, async (link, path) => {
      assert.equal(typeof at(link, 'token'), 'string');
      const found = grantedObject(await ask(target, `GET ${path}`));
      assert.equal(at(found, 'personaId'), target.personaId);
      assert.equal(at(found, 'usageLimit'), 3);
    }),
  ),
  check('list', 'share links are listed by persona', (target) =>
    withLink(target, async (link) => {
      const list = grantedObject(
        await ask(target, `GET ${PATH}?personaId=${given(target, 'personaId')}`),
      );
      const data = at(list, 'data');
      assert.ok(Array.isArray(data));
      assert.ok(data.some((item) => at(item, 'id') === at(link, 'id')));
    }),
  ),
  check('update', 'an update changes what it names', (target) =>
    withLink(target, async (_, path) => {
      grantedObject(await ask(target, `PUT ${path}`, { json: { usageLimit: 5 } }));
      assert.equal(at(grantedObject(await ask(target, `GET ${path}`)), 'usageLimit'), 5);
    }),
  ),
  check('delete', 'what is deleted is gone', (target) =>
    withLink(target, async (_, path) => {
      await ask(target, `DELETE ${path}`);
      denied(await ask(target, `GET ${path}`));
    }),
  ),
];
