import assert from 'node:assert/strict';
import {
  ask,
  assumed,
  at,
  type Check,
  type Extension,
  expectDenied,
  expectObject,
  expectSuccess,
  inExtension,
  type Sent,
  type Target,
} from './check.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** How a resource is created and updated. */
export interface Crud {
  /** Its name in the setting UPSTREAM_EXTENSIONS, and in paths. */
  readonly extension: Extension;
  /** Noun of a record, for the names of the checks. */
  readonly noun: string;
  /** Request that creates a record with this name. */
  readonly creation: (name: string) => Sent;
  /** Field that contains the name. */
  readonly nameField: 'name' | 'displayName';
  /** Body of an update. */
  readonly update: object;
}

/** Creates a unique name that every resource accepts. */
const createName = () => `conformance-${crypto.randomUUID().slice(0, 8)}`;

/** Reads a page of a list. A 404 is read as an empty list. */
export async function readPage(target: Target, path: string, query: Record<string, string>) {
  const answer = await ask(target, `GET ${path}?${new URLSearchParams(query)}`);
  if (answer.status === 404) return { items: [], meta: {} };
  const body = expectObject(answer);
  const data = at(body, 'data');
  assert.ok(Array.isArray(data), 'The response has no array data.');
  const items: readonly unknown[] = data;
  return { items, meta: at(body, 'meta') };
}

/** Creates a record at the path of a list, runs `work` with it, and always deletes it. */
export async function withCreated(
  target: Target,
  list: string,
  creation: Sent,
  work: (created: { path: string; id: string; body: unknown }) => Promise<void>,
): Promise<void> {
  const body = expectObject(await ask(target, `POST ${list}`, creation));
  const id = at(body, 'id');
  assert.ok(typeof id === 'string' && id !== '', 'The created record has no id.');
  const path = `${list}/${id}`;
  try {
    await work({ path, id, body });
  } finally {
    await ask(target, `DELETE ${path}`);
  }
}

/** Creates a record with a unique name, like `withCreated`. */
export async function withNew(
  target: Target,
  { extension, creation }: Crud,
  work: (created: { path: string; id: string; name: string; body: unknown }) => Promise<void>,
): Promise<void> {
  const name = createName();
  await withCreated(target, `/v1/${extension}`, creation(name), (created) =>
    work({ ...created, name }),
  );
}

/** Creates the checks that all resources share. */
export function crudChecks(crud: Crud): readonly Check[] {
  const { extension, noun, nameField, update } = crud;
  const path = `/v1/${extension}`;
  const check = (id: string, name: string, run: Check['run']): Check =>
    inExtension(`${extension}.extension.${id}`, name, run);
  return [
    check('create', `${noun} is created, and found by its id`, (target) =>
      withNew(target, crud, async (created) => {
        assert.equal(at(created.body, nameField), created.name);
        const found = expectObject(await ask(target, `GET ${created.path}`));
        assert.equal(at(found, 'id'), created.id);
        assert.equal(at(found, nameField), created.name);
      }),
    ),
    check('list', 'records are listed in pages, and found by a part of the name', (target) =>
      withNew(target, crud, async ({ id, name }) => {
        const { items } = await readPage(target, path, { page: '1', perPage: '1' });
        assert.equal(items.length, 1);
        const found = await readPage(target, path, { search: name.slice(2) });
        assert.deepEqual(
          found.items.map((item) => at(item, 'id')),
          [id],
        );
        assert.equal((await readPage(target, path, { search: `${name} not` })).items.length, 0);
      }),
    ),
    check('update', 'an update changes only its own fields', (target) =>
      withNew(target, crud, async (created) => {
        const json = update;
        const changed = expectObject(await ask(target, `PUT ${created.path}`, { json }));
        const after = expectObject(await ask(target, `GET ${created.path}`));
        for (const [field, value] of Object.entries(update)) {
          assert.deepEqual(at(changed, field), value);
          assert.deepEqual(at(after, field), value);
        }
        if (!(nameField in update)) assert.equal(at(after, nameField), created.name);
      }),
    ),
    check('delete', 'a deleted record is not found, and not listed', (target) =>
      withNew(target, crud, async (created) => {
        expectSuccess(await ask(target, `DELETE ${created.path}`));
        expectDenied(await ask(target, `GET ${created.path}`));
        const { items } = await readPage(target, path, { search: created.name });
        assert.equal(items.length, 0);
      }),
    ),
    assumed(`${extension}.extension.unknown`, 'an unknown id is 404', async (target) => {
      for (const [method, sent] of [
        ['GET', {}],
        ['PUT', { json: update }],
        ['DELETE', {}],
      ] as const) {
        const { status } = await ask(target, `${method} ${path}/${UNKNOWN}`, sent);
        assert.equal(status, 404, `${method} returned ${status}.`);
      }
    }),
    check('key', 'a request without a key is denied', async (target) => {
      expectDenied(await ask(target, `GET ${path}`, { key: null }));
      expectDenied(await ask(target, `DELETE ${path}/${UNKNOWN}`, { key: null }));
    }),
  ];
}
