import assert from 'node:assert/strict';
import {
  ask,
  at,
  type Check,
  denied,
  type Extension,
  granted,
  grantedObject,
  type Sent,
  type Target,
} from './check.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** How a resource is made, changed and deleted. */
export interface Crud {
  /** Its name in the setting UPSTREAM_EXTENSIONS, and in paths. */
  readonly extension: Extension;
  /** One of it, in checks' ids and names. */
  readonly one: string;
  /** What a creation sends. */
  readonly creation: (name: string) => Sent;
  /** The field that holds the name. */
  readonly nameField: 'name' | 'displayName';
  /** What an update sends. */
  readonly update: object;
}

/** A name that nothing else has, and that is a name for every resource. */
const newName = () => `conformance-${crypto.randomUUID().slice(0, 8)}`;

/** A page of a list. A service may answer 404 for a list without items. */
export async function listOf(target: Target, path: string, query: Record<string, string>) {
  const answer = await ask(target, `GET ${path}?${new URLSearchParams(query)}`);
  if (answer.status === 404) return { items: [], meta: {} };
  const body = grantedObject(answer);
  const data = at(body, 'data');
  assert.ok(Array.isArray(data), 'There is no array called data.');
  const items: readonly unknown[] = data;
  return { items, meta: at(body, 'meta') };
}

/** Creates a record at the path of a list, does `work` with it, and deletes it whatever comes of that. */
export async function withCreated(
  target: Target,
  list: string,
  creation: Sent,
  work: (created: { path: string; id: string; body: unknown }) => Promise<void>,
): Promise<void> {
  const body = grantedObject(await ask(target, `POST ${list}`, creation));
  const id = at(body, 'id');
  assert.ok(typeof id === 'string' && id !== '', 'What was created has no id.');
  const path = `${list}/${id}`;
  try {
    await work({ path, id, body });
  } finally {
    await ask(target, `DELETE ${path}`);
  }
}

/** Creates one with a name that nothing else has, as `withCreated`. */
export async function withNew(
  target: Target,
  { extension, creation }: Crud,
  work: (created: { path: string; id: string; name: string; body: unknown }) => Promise<void>,
): Promise<void> {
  const name = newName();
  await withCreated(target, `/v1/${extension}`, creation(name), (created) =>
    work({ ...created, name }),
  );
}

/** The checks that every resource has alike. */
export function crudChecks(crud: Crud): readonly Check[] {
  const { extension, one, nameField, update } = crud;
  const section = `Extension ${extension}`;
  const path = `/v1/${extension}`;
  const check = (id: string, level: Check['level'], name: string, run: Check['run']): Check => ({
    id: `${extension}.extension.${id}`,
    level,
    section,
    name,
    run,
    extension,
  });
  return [
    check('create', 'EXTENSION', `${one} is created, and found by its id`, (target) =>
      withNew(target, crud, async (created) => {
        assert.equal(at(created.body, nameField), created.name);
        const found = grantedObject(await ask(target, `GET ${created.path}`));
        assert.equal(at(found, 'id'), created.id);
        assert.equal(at(found, nameField), created.name);
      }),
    ),
    check(
      'list',
      'EXTENSION',
      'they are listed page by page, and found by a part of the name',
      (target) =>
        withNew(target, crud, async ({ id, name }) => {
          const { items } = await listOf(target, path, { page: '1', perPage: '1' });
          assert.equal(items.length, 1);
          const found = await listOf(target, path, { search: name.slice(2) });
          assert.deepEqual(
            found.items.map((item) => at(item, 'id')),
            [id],
          );
          assert.equal((await listOf(target, path, { search: `${name} not` })).items.length, 0);
        }),
    ),
    check('update', 'EXTENSION', 'an update changes what it names, and is kept', (target) =>
      withNew(target, crud, async (created) => {
        const json = update;
        const changed = grantedObject(await ask(target, `PUT ${created.path}`, { json }));
        const after = grantedObject(await ask(target, `GET ${created.path}`));
        for (const [field, value] of Object.entries(update)) {
          assert.deepEqual(at(changed, field), value);
          assert.deepEqual(at(after, field), value);
        }
        if (!(nameField in update)) assert.equal(at(after, nameField), created.name);
      }),
    ),
    check('delete', 'EXTENSION', 'what is deleted is gone, from the list as well', (target) =>
      withNew(target, crud, async (created) => {
        granted(await ask(target, `DELETE ${created.path}`));
        denied(await ask(target, `GET ${created.path}`));
        const { items } = await listOf(target, path, { search: created.name });
        assert.equal(items.length, 0);
      }),
    ),
    check('unknown', 'ASSUMED', 'an id that nothing has is answered 404', async (target) => {
      for (const [method, sent] of [
        ['GET', {}],
        ['PUT', { json: update }],
        ['DELETE', {}],
      ] as const) {
        const { status } = await ask(target, `${method} ${path}/${UNKNOWN}`, sent);
        assert.equal(status, 404, `${method} was answered ${status}.`);
      }
    }),
    check('key', 'EXTENSION', 'a caller without a key is denied', async (target) => {
      denied(await ask(target, `GET ${path}`, { key: null }));
      denied(await ask(target, `DELETE ${path}/${UNKNOWN}`, { key: null }));
    }),
  ];
}
