import assert from 'node:assert/strict';
import { createLargeImage, seedImage } from '../../support/files.ts';
import {
  ask,
  assumed,
  at,
  type Check,
  expectDenied,
  expectObject,
  expectRejected,
  expectStatus,
  must,
  request,
  requireOption,
  type Sent,
  type Target,
} from './check.ts';
import { readList } from './contract.ts';
import { createInlinePersona } from './tokens.ts';

const name = 'Conformance';
const PERSONA = 'POST /v1/personas';
const AVATAR = 'POST /v1/avatars';

const persona = (level: typeof must, id: string, text: string, isValid: boolean, json: unknown) =>
  request(level, [`persona.${id}`, text], PERSONA, isValid ? expectObject : expectRejected, () => ({
    json,
  }));

/**
 * Checks of "Persona" and its endpoints in the specification, which states the limits of the list, but not the names
 * of its query parameters: checks that need them are ASSUMED.
 */
export const personaChecks: readonly Check[] = [
  request(
    must,
    ['persona.every-field', 'a persona is created from all of its fields'],
    PERSONA,
    expectObject,
    (target) => ({
      json: {
        ...createInlinePersona(target),
        description: 'Created by a check.',
        avatarModel: 'cara-3',
        skipGreeting: true,
      },
    }),
  ),
  persona(must, 'avatar-model.omitted', 'avatarModel can be omitted', true, { name }),
  ...[null, 'cara-2'].map((avatarModel) =>
    persona(must, `avatar-model.${avatarModel}`, `avatarModel can be ${avatarModel}`, true, {
      name,
      avatarModel,
    }),
  ),
  persona(must, 'avatar-model.unknown', 'an unknown avatarModel is rejected', false, {
    name,
    avatarModel: 'no-such-model',
  }),
  persona(assumed, 'wrong-type', 'a number as the name is rejected', false, { name: 7 }),
  persona(assumed, 'unknown-field', 'an unknown field is rejected', false, { name, noSuch: true }),
  persona(assumed, 'no-object', 'a body that is not an object is rejected', false, [name]),
  request(
    assumed,
    ['persona.record', 'success is 201 with the persona, its id and its fields'],
    PERSONA,
    (answer) => {
      expectStatus(201)(answer);
      assert.equal(typeof at(answer.body, 'id'), 'string');
      assert.equal(at(answer.body, 'name'), name);
      assert.equal(at(answer.body, 'avatarModel') ?? null, null);
    },
    () => ({ json: { name, avatarModel: null } }),
  ),
  request(must, ['personas.list', 'personas are listed as JSON'], 'GET /v1/personas', expectObject),
  assumed('personas.page', 'a page is {data, meta} with page metadata', async (target) => {
    requireOption(target, 'personaId');
    const { items, meta } = await readList(target, '/v1/personas', { page: '1', perPage: '1' });
    assert.equal(items.length, 1);
    const total = at(meta, 'total');
    const next = total === 1 ? null : 2;
    assert.deepEqual(meta, {
      total,
      lastPage: total,
      currentPage: 1,
      perPage: 1,
      prev: null,
      next,
    });
  }),
  assumed('personas.every-one-once', 'the first pages have each persona once', async (target) => {
    const ids: unknown[] = [];
    let next: unknown = 1;
    let total = 0;
    for (let pages = 0; next !== null && pages < 5; pages += 1) {
      const query = { page: String(next), perPage: '100' };
      const { items, meta } = await readList(target, '/v1/personas', query);
      ids.push(...items.map((item) => at(item, 'id')));
      next = at(meta, 'next') ?? null;
      total = Number(at(meta, 'total'));
    }
    assert.equal(new Set(ids).size, ids.length, 'A persona is on two pages.');
    assert.equal(ids.length, Math.min(total, 500));
  }),
  assumed('personas.past-the-end', 'a page after the last is empty', async (target) => {
    const query = { page: '1000000', perPage: '100' };
    assert.deepEqual((await readList(target, '/v1/personas', query)).items, []);
  }),
  ...['0', 'first'].map((page) =>
    request(
      assumed,
      [`personas.page.${page}`, `page cannot be ${page}`],
      `GET /v1/personas?page=${page}`,
      expectStatus(400),
    ),
  ),
];

const displayName = name;
const gif = new File([Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')], 'a.gif', {
  type: 'image/gif',
});
const image = (size: number) =>
  new File(createLargeImage(size), 'large.png', { type: 'image/png' });
const png = seedImage('png');

/** Forms that create an avatar, or are rejected. A megabyte has 1,000,000 or 1,048,576 bytes: sizes are within or beyond both limits. */
const FORMS: readonly [
  isValid: boolean,
  id: string,
  name: string,
  form: () => Sent['form'] & object,
][] = [
  [
    true,
    'png',
    'a PNG, with a display name of 3 characters',
    () => ({ displayName: 'Con', imageFile: png }),
  ],
  [
    true,
    'jpeg',
    'a JPEG, with a display name of 50 characters',
    () => ({ displayName: name.padEnd(50, '.'), imageFile: seedImage('jpeg') }),
  ],
  [true, 'webp', 'a WebP', () => ({ displayName, imageFile: seedImage('webp') })],
  [true, '10-mb', 'an image of 10 MB', () => ({ displayName, imageFile: image(10_000_000) })],
  [
    false,
    'display-name.too-short',
    'a display name of 2 characters',
    () => ({ displayName: 'Co', imageFile: png }),
  ],
  [
    false,
    'display-name.too-long',
    'a display name of 51 characters',
    () => ({ displayName: name.padEnd(51, '.'), imageFile: png }),
  ],
  [false, 'neither', 'an avatar without an image', () => ({ displayName })],
  [
    false,
    'both',
    'imageFile and imageUrl together',
    () => ({ displayName, imageFile: png, imageUrl: 'https://images.example/portrait.png' }),
  ],
  [false, 'gif', 'a GIF', () => ({ displayName, imageFile: gif })],
  [
    false,
    'too-large',
    'an image of more than 10 MB',
    () => ({ displayName, imageFile: image(10 * 1_048_576 + 1) }),
  ],
];

const withImageUrl = (target: Target) => ({
  displayName,
  imageUrl: requireOption(target, 'imageUrl'),
});

const createFreeAvatar = (target: Target): Sent => ({
  form: { displayName, imageFile: png },
  key: requireOption(target, 'freeKey'),
});

/** Checks of "Avatar", its endpoints and limits in the specification. */
export const avatarChecks: readonly Check[] = [
  ...FORMS.map(([isValid, id, text, createForm]) =>
    request(
      must,
      [`avatar.${id}`, `${text} is ${isValid ? 'accepted' : 'rejected'}`],
      AVATAR,
      isValid ? expectObject : expectRejected,
      () => ({ form: createForm() }),
    ),
  ),
  request(
    must,
    ['avatar.url', 'an avatar is created from an image URL in JSON'],
    AVATAR,
    expectObject,
    (target) => ({ json: withImageUrl(target) }),
  ),
  request(
    must,
    ['avatar.display-name.url', 'a display name of 2 characters is rejected in JSON'],
    AVATAR,
    expectRejected,
    (target) => ({ json: { ...withImageUrl(target), displayName: 'Co' } }),
  ),
  request(
    must,
    ['avatar.url.not-one', 'an invalid imageUrl is rejected'],
    AVATAR,
    expectRejected,
    () => ({
      json: { displayName, imageUrl: 'portrait' },
    }),
  ),
  request(
    must,
    ['avatar.plan', 'a key of another plan than pro and enterprise is denied'],
    AVATAR,
    expectDenied,
    createFreeAvatar,
  ),
  request(
    assumed,
    ['avatar.plan.status', 'a key of an insufficient plan is 403'],
    AVATAR,
    expectStatus(403),
    createFreeAvatar,
  ),
  must('avatar.by-id', 'an avatar is returned by its id', async (target) =>
    expectObject(await ask(target, `GET /v1/avatars/${requireOption(target, 'avatarId')}`)),
  ),
  assumed('avatar.record', 'success is 201 with the avatar, found by its id', async (target) => {
    const answer = await ask(target, AVATAR, { form: { displayName, imageFile: png } });
    expectStatus(201)(answer);
    const found = expectObject(await ask(target, `GET /v1/avatars/${at(answer.body, 'id')}`));
    for (const field of ['id', 'displayName'])
      assert.equal(at(found, field), at(answer.body, field));
  }),
  request(
    assumed,
    ['avatar.url.multipart', 'an image URL is accepted in a form'],
    AVATAR,
    expectObject,
    (target) => ({ form: withImageUrl(target) }),
  ),
  request(
    assumed,
    ['avatar.disguised', 'text with the name and type of a PNG is rejected'],
    AVATAR,
    expectRejected,
    () => ({
      form: { displayName, imageFile: new File(['no image'], 'a.png', { type: 'image/png' }) },
    }),
  ),
  request(
    assumed,
    ['avatar.too-large.status', 'an image of more than 10 MB is 413'],
    AVATAR,
    expectStatus(413),
    () => ({ form: { displayName, imageFile: image(10 * 1_048_576 + 1) } }),
  ),
];
