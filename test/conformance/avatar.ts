import assert from 'node:assert/strict';
import {
  ask,
  at,
  type Check,
  denied,
  given,
  granted,
  grantedObject,
  hasStatus,
  refused,
  type Target,
} from './check.ts';
import { type Crud, crudChecks, listOf, withNew } from './crud.ts';
import { image, pngOf } from './images.ts';

const POST = 'POST /v1/avatars';
const displayName = 'Conformance';

type Fields = Record<string, string | File>;

/** The extension avatars. */
const crud: Crud = {
  extension: 'avatars',
  one: 'an avatar',
  creation: (name) => ({ form: { displayName: name, imageFile: image('png') } }),
  nameField: 'displayName',
  update: { displayName: 'Conformance, renamed' },
};

const create = (target: Target, form: Fields) => ask(target, POST, { form });

const takes = (id: string, name: string, fields: () => Fields): Check => ({
  id: `avatar.${id}`,
  level: 'MUST',
  section: 'Limits',
  name,
  run: async (target) => {
    grantedObject(await create(target, fields()));
  },
});

const refuses = (id: string, name: string, fields: () => Fields): Check => ({
  id: `avatar.${id}`,
  level: 'MUST',
  section: 'Limits',
  name,
  run: async (target) => {
    refused(await create(target, fields()));
  },
});

/**
 * Specification, "Avatar", the endpoints of avatars and their limits. A megabyte has 1,000,000 or 1,048,576 bytes:
 * what is taken is within both, what is refused is beyond both.
 */
export const avatarChecks: readonly Check[] = [
  takes('png', 'a PNG file becomes an avatar, whose display name may have 3 characters', () => ({
    displayName: displayName.slice(0, 3),
    imageFile: image('png'),
  })),
  takes('jpeg', 'a JPEG file becomes an avatar, whose display name may have 50 characters', () => ({
    displayName: displayName.padEnd(50, '.'),
    imageFile: image('jpeg'),
  })),
  takes('webp', 'a WebP file becomes an avatar', () => ({ displayName, imageFile: image('webp') })),
  takes('10-mb', 'an image may have 10 MB', () => ({ displayName, imageFile: pngOf(10_000_000) })),
  {
    id: 'avatar.url',
    level: 'MUST',
    section: POST,
    name: 'an image address, in JSON, becomes an avatar',
    run: async (target) => {
      const json = { displayName, imageUrl: given(target, 'imageUrl') };
      grantedObject(await ask(target, POST, { json }));
    },
  },
  refuses('display-name.too-short', 'a display name of 2 characters is refused', () => ({
    displayName: 'Ad',
    imageFile: image('png'),
  })),
  refuses('display-name.too-long', 'a display name of 51 characters is refused', () => ({
    displayName: displayName.padEnd(51, '.'),
    imageFile: image('png'),
  })),
  {
    id: 'avatar.display-name.url',
    level: 'MUST',
    section: 'Limits',
    name: 'a display name of 2 characters is refused in JSON too',
    run: async (target) => {
      const json = { displayName: 'Ad', imageUrl: given(target, 'imageUrl') };
      refused(await ask(target, POST, { json }));
    },
  },
  refuses('neither', 'an avatar without an image is refused', () => ({ displayName })),
  refuses('both', 'imageFile and imageUrl together are refused', () => ({
    displayName,
    imageFile: image('png'),
    imageUrl: 'https://images.example/portrait.png',
  })),
  refuses('gif', 'a GIF is refused', () => ({ displayName, imageFile: image('gif') })),
  refuses('too-large', 'an image of more than 10 MB is refused', () => ({
    displayName,
    imageFile: pngOf(10 * 1_048_576 + 1),
  })),
  {
    id: 'avatar.url.not-one',
    level: 'MUST',
    section: POST,
    name: 'an imageUrl that is no URL is refused',
    run: async (target) => {
      refused(await ask(target, POST, { json: { displayName, imageUrl: 'portrait' } }));
    },
  },
  {
    id: 'avatar.plan',
    level: 'MUST',
    section: 'Limits',
    name: 'a plan that is neither pro nor enterprise is denied',
    run: async (target) => {
      const form = { displayName, imageFile: image('png') };
      denied(await ask(target, POST, { form, key: given(target, 'freeKey') }));
    },
  },
  {
    id: 'avatar.by-id',
    level: 'MUST',
    section: 'GET /v1/avatars/{id}',
    name: 'an avatar is returned by its id',
    run: async (target) => {
      grantedObject(await ask(target, `GET /v1/avatars/${given(target, 'avatarId')}`));
    },
  },
  {
    id: 'avatar.plan.status',
    level: 'ASSUMED',
    section: 'Errors',
    name: 'a plan that does not reach is answered 403',
    run: async (target) => {
      const form = { displayName, imageFile: image('png') };
      hasStatus(await ask(target, POST, { form, key: given(target, 'freeKey') }), 403);
    },
  },
  {
    id: 'avatar.record',
    level: 'ASSUMED',
    section: POST,
    name: 'success is 201, with the avatar, which its id leads to',
    run: async (target) => {
      const answer = await create(target, { displayName, imageFile: image('png') });
      hasStatus(answer, 201);
      const id = at(answer.body, 'id');
      assert.ok(typeof id === 'string' && id !== '', 'The avatar has no id.');
      assert.equal(at(answer.body, 'displayName'), displayName);
      const found = grantedObject(await ask(target, `GET /v1/avatars/${id}`));
      assert.equal(at(found, 'id'), id);
      assert.equal(at(found, 'displayName'), displayName);
    },
  },
  {
    id: 'avatar.url.multipart',
    level: 'ASSUMED',
    section: POST,
    name: 'an image address may come as a part of a form too',
    run: async (target) => {
      grantedObject(await create(target, { displayName, imageUrl: given(target, 'imageUrl') }));
    },
  },
  {
    id: 'avatar.disguised',
    level: 'ASSUMED',
    section: 'Limits',
    name: 'text that calls itself a PNG is refused: content counts, not names',
    run: async (target) => {
      const imageFile = new File(['not an image'], 'square.png', { type: 'image/png' });
      refused(await create(target, { displayName, imageFile }));
    },
  },
  {
    id: 'avatar.too-large.status',
    level: 'ASSUMED',
    section: 'Errors',
    name: 'an image of more than 10 MB is answered 413',
    run: async (target) => {
      const imageFile = pngOf(10 * 1_048_576 + 1);
      hasStatus(await create(target, { displayName, imageFile }), 413);
    },
  },
  {
    id: 'avatar.unknown',
    level: 'ASSUMED',
    section: 'GET /v1/avatars/{id}',
    name: 'the id of no avatar is answered 404',
    run: async (target) => {
      const answer = await ask(target, 'GET /v1/avatars/00000000-0000-4000-8000-000000000000');
      hasStatus(answer, 404);
    },
  },
  ...crudChecks(crud),
  {
    id: 'avatars.extension.hard',
    level: 'EXTENSION',
    section: 'Extension avatars',
    name: 'an avatar can be deleted with hard=true',
    extension: 'avatars',
    run: (target) =>
      withNew(target, crud, async ({ path }) => {
        granted(await ask(target, `DELETE ${path}?hard=true`));
        denied(await ask(target, `GET ${path}`));
      }),
  },
  {
    id: 'avatars.extension.one-shot',
    level: 'ASSUMED',
    section: 'Extension avatars',
    name: 'onlyOneShot keeps those that callers created',
    extension: 'avatars',
    run: (target) =>
      withNew(target, crud, async ({ id, name }) => {
        const query = { onlyOneShot: 'true', search: name };
        const { items } = await listOf(target, '/v1/avatars', query);
        assert.deepEqual(
          items.map((item) => at(item, 'id')),
          [id],
        );
      }),
  },
];
