import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  ask,
  assumed,
  at,
  type Check,
  expectObject,
  expectRejected,
  expectStatus,
  inExtension,
  must,
  requireOption,
  type Target,
} from './check.ts';
import { type Crud, crudChecks, readPage, withNew } from './crud.ts';

const POST = 'POST /v1/personas';
const GET = 'GET /v1/personas';

/** The extension personas. */
const crud: Crud = {
  extension: 'personas',
  noun: 'a persona',
  creation: (name) => ({ json: { name } }),
  nameField: 'name',
  update: { description: 'Changed by a check.' },
};

const create = (target: Target, json: unknown) => ask(target, POST, { json });

/** Reads a page of the list. */
const list = (target: Target, query: Record<string, string>) =>
  readPage(target, '/v1/personas', query);

const accepts = (id: string, name: string, body: object): Check =>
  must(`persona.${id}`, name, async (target) => {
    expectObject(await create(target, { name: 'Conformance', ...body }));
  });

const rejects = (level: typeof must, id: string, name: string, body: unknown): Check =>
  level(`persona.${id}`, name, async (target) => {
    expectRejected(await create(target, body));
  });

const rejectsQuery = (id: string, name: string, query: string): Check =>
  assumed(`personas.${id}`, name, async (target) => {
    expectStatus(expectRejected(await ask(target, `${GET}?${query}`)), 400);
  });

/**
 * Checks of "Persona" and its endpoints in the specification, which states the limits of the list, but not the names
 * of its query parameters: checks that need them are ASSUMED.
 */
export const personaChecks: readonly Check[] = [
  must('persona.every-field', 'a persona is created from all of its fields', async (target) => {
    expectObject(
      await create(target, {
        name: 'Conformance',
        description: 'Created by a check.',
        avatarId: requireOption(target, 'avatarId'),
        avatarModel: 'cara-3',
        ...(target.voiceId !== undefined && { voiceId: target.voiceId }),
        llmId: 'CUSTOMER_CLIENT_V1',
        systemPrompt: 'You are being checked.',
        skipGreeting: true,
      }),
    );
  }),
  accepts('avatar-model.omitted', 'avatarModel can be omitted', {}),
  accepts('avatar-model.null', 'avatarModel can be null', { avatarModel: null }),
  accepts('avatar-model.cara-2', 'avatarModel can be cara-2', { avatarModel: 'cara-2' }),
  rejects(must, 'avatar-model.unknown', 'an unknown avatarModel is rejected', {
    name: 'Conformance',
    avatarModel: 'no-such-model',
  }),
  rejects(assumed, 'wrong-type', 'a number as the name is rejected', { name: 7 }),
  rejects(assumed, 'unknown-field', 'an unknown field is rejected', {
    name: 'Conformance',
    noSuchField: true,
  }),
  rejects(assumed, 'no-object', 'a body that is not an object is rejected', ['Conformance']),
  assumed(
    'persona.record',
    'success is 201 with the persona, its id and its fields',
    async (target) => {
      const sent = { name: 'Conformance', description: 'Created by a check.', avatarModel: null };
      const answer = await create(target, sent);
      expectStatus(answer, 201);
      const id = at(answer.body, 'id');
      assert.ok(typeof id === 'string' && id !== '', 'The persona has no id.');
      assert.equal(at(answer.body, 'name'), sent.name);
      assert.equal(at(answer.body, 'description'), sent.description);
      assert.equal(at(answer.body, 'avatarModel') ?? null, null);
    },
  ),
  must('personas.list', 'personas are listed as JSON', async (target) => {
    expectObject(await ask(target, GET));
  }),
  assumed('personas.page', 'a page is {data, meta} with page metadata', async (target) => {
    requireOption(target, 'personaId');
    const { items, meta } = await list(target, { page: '1', perPage: '1' });
    assert.equal(items.length, 1);
    const total = at(meta, 'total');
    assert.ok(Number(total) >= 1, 'meta.total does not count the personas.');
    assert.equal(at(meta, 'lastPage'), total);
    assert.equal(at(meta, 'currentPage'), 1);
    assert.equal(at(meta, 'perPage'), 1);
    assert.equal(at(meta, 'prev'), null);
    assert.equal(at(meta, 'next'), total === 1 ? null : 2);
  }),
  assumed(
    'personas.search',
    'search finds the personas whose name contains it, ignoring case',
    async (target) => {
      const name = `Conformance ${randomUUID()}`;
      const id = at(expectObject(await create(target, { name })), 'id');
      const found = await list(target, { search: name.toUpperCase() });
      assert.deepEqual(
        found.items.map((item) => at(item, 'id')),
        [id],
      );
      assert.equal((await list(target, { search: `${name} not` })).items.length, 0);
    },
  ),
  assumed(
    'personas.every-one-once',
    'the first five pages contain every persona at most once',
    async (target) => {
      const ids: unknown[] = [];
      let next: unknown = 1;
      let total = 0;
      for (let pages = 0; next !== null && pages < 5; pages += 1) {
        const { items, meta } = await list(target, { page: String(next), perPage: '100' });
        ids.push(...items.map((item) => at(item, 'id')));
        next = at(meta, 'next') ?? null;
        total = Number(at(meta, 'total'));
      }
      assert.equal(new Set(ids).size, ids.length, 'A persona is on two pages.');
      assert.equal(ids.length, Math.min(total, 500));
    },
  ),
  assumed('personas.past-the-end', 'a page after the last is empty', async (target) => {
    assert.equal((await list(target, { page: '1000000', perPage: '100' })).items.length, 0);
  }),
  assumed('personas.per-page.100', 'perPage can be 100', async (target) => {
    await list(target, { perPage: '100' });
  }),
  rejectsQuery('per-page.101', 'perPage cannot be 101', 'perPage=101'),
  rejectsQuery('per-page.0', 'perPage cannot be 0', 'perPage=0'),
  rejectsQuery('page.0', 'page cannot be 0', 'page=0'),
  rejectsQuery('page.text', 'page cannot be text', 'page=first'),
  ...crudChecks(crud),
  inExtension('personas.extension.partial', 'an update keeps the fields that it omits', (target) =>
    withNew(target, crud, async ({ path, name }) => {
      await ask(target, `PUT ${path}`, { json: { skipGreeting: true } });
      const after = expectObject(await ask(target, `GET ${path}`));
      assert.equal(at(after, 'name'), name);
      assert.equal(at(after, 'skipGreeting'), true);
    }),
  ),
];
