import assert from 'node:assert/strict';
import {
  ask,
  assumed,
  at,
  type Check,
  expectDenied,
  expectObject,
  expectRejected,
  expectStatus,
  expectSuccess,
  inExtension,
  must,
  requireOption,
  type Target,
} from './check.ts';
import { type Crud, crudChecks, readPage, withNew } from './crud.ts';
import { createPng, image } from './images.ts';

const POST = 'POST /v1/avatars';
const displayName = 'Conformance';

type Fields = Record<string, string | File>;

/** The extension avatars. */
const crud: Crud = {
  extension: 'avatars',
  noun: 'an avatar',
  creation: (name) => ({ form: { displayName: name, imageFile: image('png') } }),
  nameField: 'displayName',
  update: { displayName: 'Conformance, renamed' },
};

const create = (target: Target, form: Fields) => ask(target, POST, { form });

const accepts = (id: string, name: string, fields: () => Fields): Check =>
  must(`avatar.${id}`, name, async (target) => {
    expectObject(await create(target, fields()));
  });

const rejects = (id: string, name: string, fields: () => Fields): Check =>
  must(`avatar.${id}`, name, async (target) => {
    expectRejected(await create(target, fields()));
  });

/**
 * Checks of "Avatar", its endpoints and limits in the specification. A megabyte has 1,000,000 or 1,048,576 bytes:
 * accepted sizes are within both limits, rejected sizes beyond both.
 */
export const avatarChecks: readonly Check[] = [
  accepts('png', 'an avatar is created from a PNG, with a display name of 3 characters', () => ({
    displayName: displayName.slice(0, 3),
    imageFile: image('png'),
  })),
  accepts('jpeg', 'an avatar is created from a JPEG, with a display name of 50 characters', () => ({
    displayName: displayName.padEnd(50, '.'),
    imageFile: image('jpeg'),
  })),
  accepts('webp', 'an avatar is created from a WebP', () => ({
    displayName,
    imageFile: image('webp'),
  })),
  accepts('10-mb', 'an image of 10 MB is accepted', () => ({
    displayName,
    imageFile: createPng(10_000_000),
  })),
  must('avatar.url', 'an avatar is created from an image URL in JSON', async (target) => {
    const json = { displayName, imageUrl: requireOption(target, 'imageUrl') };
    expectObject(await ask(target, POST, { json }));
  }),
  rejects('display-name.too-short', 'a display name of 2 characters is rejected', () => ({
    displayName: 'Ad',
    imageFile: image('png'),
  })),
  rejects('display-name.too-long', 'a display name of 51 characters is rejected', () => ({
    displayName: displayName.padEnd(51, '.'),
    imageFile: image('png'),
  })),
  must(
    'avatar.display-name.url',
    'a display name of 2 characters is rejected in JSON',
    async (target) => {
      const json = { displayName: 'Ad', imageUrl: requireOption(target, 'imageUrl') };
      expectRejected(await ask(target, POST, { json }));
    },
  ),
  rejects('neither', 'an avatar without an image is rejected', () => ({ displayName })),
  rejects('both', 'imageFile and imageUrl together are rejected', () => ({
    displayName,
    imageFile: image('png'),
    imageUrl: 'https://images.example/portrait.png',
  })),
  rejects('gif', 'a GIF is rejected', () => ({ displayName, imageFile: image('gif') })),
  rejects('too-large', 'an image of more than 10 MB is rejected', () => ({
    displayName,
    imageFile: createPng(10 * 1_048_576 + 1),
  })),
  must('avatar.url.not-one', 'an invalid imageUrl is rejected', async (target) => {
    expectRejected(await ask(target, POST, { json: { displayName, imageUrl: 'portrait' } }));
  }),
  must('avatar.plan', 'a key of another plan than pro and enterprise is denied', async (target) => {
    const form = { displayName, imageFile: image('png') };
    expectDenied(await ask(target, POST, { form, key: requireOption(target, 'freeKey') }));
  }),
  must('avatar.by-id', 'an avatar is returned by its id', async (target) => {
    expectObject(await ask(target, `GET /v1/avatars/${requireOption(target, 'avatarId')}`));
  }),
  assumed('avatar.plan.status', 'a key of an insufficient plan is 403', async (target) => {
    const form = { displayName, imageFile: image('png') };
    expectStatus(await ask(target, POST, { form, key: requireOption(target, 'freeKey') }), 403);
  }),
  assumed(
    'avatar.record',
    'success is 201 with the avatar, which is found by its id',
    async (target) => {
      const answer = await create(target, { displayName, imageFile: image('png') });
      expectStatus(answer, 201);
      const id = at(answer.body, 'id');
      assert.ok(typeof id === 'string' && id !== '', 'The avatar has no id.');
      assert.equal(at(answer.body, 'displayName'), displayName);
      const found = expectObject(await ask(target, `GET /v1/avatars/${id}`));
      assert.equal(at(found, 'id'), id);
      assert.equal(at(found, 'displayName'), displayName);
    },
  ),
  assumed('avatar.url.multipart', 'an image URL is accepted in a form', async (target) => {
    expectObject(
      await create(target, { displayName, imageUrl: requireOption(target, 'imageUrl') }),
    );
  }),
  assumed(
    'avatar.disguised',
    'text with the name and type of a PNG is rejected',
    async (target) => {
      const imageFile = new File(['not an image'], 'square.png', { type: 'image/png' });
      expectRejected(await create(target, { displayName, imageFile }));
    },
  ),
  assumed('avatar.too-large.status', 'an image of more than 10 MB is 413', async (target) => {
    const imageFile = createPng(10 * 1_048_576 + 1);
    expectStatus(await create(target, { displayName, imageFile }), 413);
  }),
  assumed('avatar.unknown', 'an unknown id is 404', async (target) => {
    const answer = await ask(target, 'GET /v1/avatars/00000000-0000-4000-8000-000000000000');
    expectStatus(answer, 404);
  }),
  ...crudChecks(crud),
  inExtension('avatars.extension.hard', 'an avatar can be deleted with hard=true', (target) =>
    withNew(target, crud, async ({ path }) => {
      expectSuccess(await ask(target, `DELETE ${path}?hard=true`));
      expectDenied(await ask(target, `GET ${path}`));
    }),
  ),
  assumed(
    'avatars.extension.one-shot',
    'onlyOneShot lists the avatars that callers created',
    (target) =>
      withNew(target, crud, async ({ id, name }) => {
        const query = { onlyOneShot: 'true', search: name };
        const { items } = await readPage(target, '/v1/avatars', query);
        assert.deepEqual(
          items.map((item) => at(item, 'id')),
          [id],
        );
      }),
  ),
];
