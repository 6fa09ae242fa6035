import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  ask,
  at,
  type Check,
  given,
  grantedObject,
  hasStatus,
  refused,
  type Target,
} from './check.ts';
import { type Crud, crudChecks, withNew } from './crud.ts';

const POST = 'POST /v1/personas';
const GET = 'GET /v1/personas';

/** The extension personas. */
const crud: Crud = {
  extension: 'personas',
  one: 'a persona',
  creation: (name) => ({ json: { name } }),
  nameField: 'name',
  update: { description: 'Changed by a check.' },
};

const create = (target: Target, json: unknown) => ask(target, POST, { json });

/** A page of the list: its items and what is said of it. */
async function list(target: Target, query: Record<string, string>) {
  const body = grantedObject(await ask(target, `${GET}?${new URLSearchParams(query)}`));
  const data = at(body, 'data');
  assert.ok(Array.isArray(data), 'There is no array called data.');
  const items: readonly unknown[] = data;
  return { items, meta: at(body, 'meta') };
}

const takes = (id: string, name: string, body: object): Check => ({
  id: `persona.${id}`,
  level: 'MUST',
  section: 'Persona',
  name,
  run: async (target) => {
    grantedObject(await create(target, { name: 'Conformance', ...body }));
  },
});

const refuses = (id: string, level: Check['level'], name: string, body: unknown): Check => ({
  id: `persona.${id}`,
  level,
  section: POST,
  name,
  run: async (target) => {
    refused(await create(target, body));
  },
});

const refusesQuery = (id: string, name: string, query: string): Check => ({
  id: `personas.${id}`,
  level: 'ASSUMED',
  section: 'Limits',
  name,
  run: async (target) => {
    hasStatus(refused(await ask(target, `${GET}?${query}`)), 400);
  },
});

/**
 * Specification, "Persona" and the endpoints of personas. The limits of the list are stated, but the names of its
 * query inputs are not, so that whatever needs them is ASSUMED.
 */
export const personaChecks: readonly Check[] = [
  {
    id: 'persona.every-field',
    level: 'MUST',
    section: POST,
    name: 'a persona is created from all of its fields',
    run: async (target) => {
      grantedObject(
        await create(target, {
          name: 'Conformance',
          description: 'Made by a check.',
          avatarId: given(target, 'avatarId'),
          avatarModel: 'cara-3',
          ...(target.voiceId !== undefined && { voiceId: target.voiceId }),
          llmId: 'CUSTOMER_CLIENT_V1',
          systemPrompt: 'You are being checked.',
          skipGreeting: true,
        }),
      );
    },
  },
  takes('avatar-model.omitted', 'avatarModel may be omitted', {}),
  takes('avatar-model.null', 'avatarModel may be null', { avatarModel: null }),
  takes('avatar-model.cara-2', 'avatarModel may be cara-2', { avatarModel: 'cara-2' }),
  refuses('avatar-model.unknown', 'MUST', 'avatarModel may be nothing else', {
    name: 'Conformance',
    avatarModel: 'no-such-model',
  }),
  refuses('wrong-type', 'ASSUMED', 'a name that is a number is refused', { name: 7 }),
  refuses('unknown-field', 'ASSUMED', 'a field that a persona does not have is refused', {
    name: 'Conformance',
    noSuchField: true,
  }),
  refuses('no-object', 'ASSUMED', 'a body that is no object is refused', ['Conformance']),
  {
    id: 'persona.record',
    level: 'ASSUMED',
    section: POST,
    name: 'success is 201, with the persona, its id and its fields, avatarModel null or absent once cleared',
    run: async (target) => {
      const sent = { name: 'Conformance', description: 'Made by a check.', avatarModel: null };
      const answer = await create(target, sent);
      hasStatus(answer, 201);
      const id = at(answer.body, 'id');
      assert.ok(typeof id === 'string' && id !== '', 'The persona has no id.');
      assert.equal(at(answer.body, 'name'), sent.name);
      assert.equal(at(answer.body, 'description'), sent.description);
      assert.equal(at(answer.body, 'avatarModel') ?? null, null);
    },
  },
  {
    id: 'personas.list',
    level: 'MUST',
    section: GET,
    name: 'the personas are listed as JSON',
    run: async (target) => {
      grantedObject(await ask(target, GET));
    },
  },
  {
    id: 'personas.page',
    level: 'ASSUMED',
    section: GET,
    name: 'a page is {data, meta}, and meta has the numbers that lead to the others',
    run: async (target) => {
      given(target, 'personaId');
      const { items, meta } = await list(target, { page: '1', perPage: '1' });
      assert.equal(items.length, 1);
      const total = at(meta, 'total');
      assert.ok(Number(total) >= 1, 'meta.total does not count the personas.');
      assert.equal(at(meta, 'lastPage'), total);
      assert.equal(at(meta, 'currentPage'), 1);
      assert.equal(at(meta, 'perPage'), 1);
      assert.equal(at(meta, 'prev'), null);
      assert.equal(at(meta, 'next'), total === 1 ? null : 2);
    },
  },
  {
    id: 'personas.search',
    level: 'ASSUMED',
    section: GET,
    name: 'search keeps the personas whose name holds it, in any case',
    run: async (target) => {
      const name = `Conformance ${randomUUID()}`;
      const id = at(grantedObject(await create(target, { name })), 'id');
      const found = await list(target, { search: name.toUpperCase() });
      assert.deepEqual(
        found.items.map((item) => at(item, 'id')),
        [id],
      );
      assert.equal((await list(target, { search: `${name} not` })).items.length, 0);
    },
  },
  {
    id: 'personas.every-one-once',
    level: 'ASSUMED',
    section: GET,
    name: 'the pages together hold every persona once, as far as the first five go',
    run: async (target) => {
      const ids: unknown[] = [];
      let next: unknown = 1;
      let total = 0;
      for (let walked = 0; next !== null && walked < 5; walked += 1) {
        const { items, meta } = await list(target, { page: String(next), perPage: '100' });
        ids.push(...items.map((item) => at(item, 'id')));
        next = at(meta, 'next') ?? null;
        total = Number(at(meta, 'total'));
      }
      assert.equal(new Set(ids).size, ids.length, 'A persona is on two pages.');
      assert.equal(ids.length, Math.min(total, 500));
    },
  },
  {
    id: 'personas.past-the-end',
    level: 'ASSUMED',
    section: GET,
    name: 'a page past the last is empty',
    run: async (target) => {
      assert.equal((await list(target, { page: '1000000', perPage: '100' })).items.length, 0);
    },
  },
  {
    id: 'personas.per-page.100',
    level: 'ASSUMED',
    section: 'Limits',
    name: 'perPage may be 100',
    run: async (target) => {
      await list(target, { perPage: '100' });
    },
  },
  refusesQuery('per-page.101', 'perPage may not be 101', 'perPage=101'),
  refusesQuery('per-page.0', 'perPage may not be 0', 'perPage=0'),
  refusesQuery('page.0', 'page may not be 0', 'page=0'),
  refusesQuery('page.text', 'page may not be text', 'page=first'),
  ...crudChecks(crud),
  {
    id: 'personas.extension.partial',
    level: 'EXTENSION',
    section: 'Extension personas',
    name: 'what an update leaves out stays as it is',
    extension: 'personas',
    run: (target) =>
      withNew(target, crud, async ({ path, name }) => {
        await ask(target, `PUT ${path}`, { json: { skipGreeting: true } });
        const after = grantedObject(await ask(target, `GET ${path}`));
        assert.equal(at(after, 'name'), name);
        assert.equal(at(after, 'skipGreeting'), true);
      }),
  },
];
