import { readdirSync, readFileSync, statSync } from 'node:fs';
import { imageDimensionsFromData } from 'image-dimensions';
import { expect, test } from 'vitest';
import avatars from '../../src/avatar-service/seed/avatars.json' with { type: 'json' };
import personas from '../../src/avatar-service/seed/personas.json' with { type: 'json' };
import { seed } from '../../src/avatar-service/seed/seed.ts';
import tools from '../../src/avatar-service/seed/tools.json' with { type: 'json' };
import { openStore } from '../../src/avatar-service/store/database.ts';
import { CreateAvatar, IMAGE_TYPES } from '../../src/contract/avatar.ts';
import { BUILT_IN_LLMS } from '../../src/contract/llm.ts';
import { CreatePersona } from '../../src/contract/persona.ts';
import { UpdateTool } from '../../src/contract/tool.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { tempPlace } from '../support/stores.ts';

const V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const folder = new URL('../../src/avatar-service/seed/pictures/', import.meta.url);
const files = readdirSync(folder);
const distinct = <Value>(values: readonly Value[]) => [...new Set(values)];

const readImage = (name: string) => {
  const bytes = new Uint8Array(readFileSync(new URL(name, folder)));
  const found = imageDimensionsFromData(bytes);
  return { bytes, type: `image/${found?.type}`, width: found?.width, height: found?.height };
};

test('there are enough records for pages, filters and relations', () => {
  expect(personas.length).toBeGreaterThanOrEqual(26);
  expect(avatars).toHaveLength(8);
  expect(tools).toHaveLength(6);
  for (const word of ['guide', 'tutor', 'coach']) {
    expect(personas.filter(({ name }) => name.includes(word)).length).toBeGreaterThan(1);
  }
});

test('every id is a unique version 4 UUID, and personas refer to all avatars, LLMs and models', () => {
  const voices = distinct(personas.map(({ voiceId }) => voiceId));
  const all = [...[...personas, ...avatars, ...tools].map(({ id }) => id), ...voices];
  expect(all.filter((id) => !V4.test(id))).toStrictEqual([]);
  expect(distinct(all)).toHaveLength(all.length);
  expect(voices.length).toBeLessThan(personas.length / 2);
  const uses = (field: 'avatarId' | 'llmId' | 'avatarModel') =>
    new Set<unknown>(personas.map((persona) => persona[field]));
  expect(uses('avatarId')).toStrictEqual(new Set(avatars.map(({ id }) => id)));
  expect(uses('llmId')).toStrictEqual(new Set(BUILT_IN_LLMS.map(({ id }) => id)));
  expect(uses('avatarModel')).toStrictEqual(new Set(['cara-2', 'cara-3', null, undefined]));
});

test.each(personas)('the persona $name is valid input', (persona) => {
  const { id, toolIds = [], ...body } = persona;
  expect(CreatePersona.parse(body)).toStrictEqual(body);
  expect(body.systemPrompt.match(/[.!?](?= |$)/g)?.length).toBeGreaterThanOrEqual(2);
  expect(tools.map((tool) => tool.id)).toEqual(expect.arrayContaining([...toolIds]));
});

test.each(avatars)('the avatar $displayName is valid input', (avatar) => {
  const { bytes, type } = readImage(avatar.picture);
  const imageFile = new File([bytes], avatar.picture, { type });
  const body = { displayName: avatar.displayName, imageFile };
  expect(CreateAvatar.safeParse(body)).toMatchObject({ success: true });
});

test.each(tools)('the tool $name is valid input', (tool) => {
  const { id, type, ...body } = tool;
  expect(UpdateTool.parse(body)).toStrictEqual(body);
  expect(body.name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
});

test('every tool type is seeded', () => {
  const types = ['CLIENT', 'SERVER_RAG', 'SERVER_WEBHOOK', 'SYSTEM'];
  expect(distinct(tools.map(({ type }) => type)).sort()).toStrictEqual(types);
  expect(tools[0]).toMatchObject({ type: 'CLIENT' });
});

test('every image is square, small and named by its format, and each format is seeded', () => {
  expect(avatars.map(({ picture }) => picture).sort()).toStrictEqual(files.sort());
  const endings = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };
  for (const name of files) {
    const { type, width, height } = readImage(name);
    expect(endings).toHaveProperty([type], name.split('.').at(-1));
    expect(width).toBe(height);
    expect(width).toBeGreaterThanOrEqual(512);
    expect(statSync(new URL(name, folder)).size).toBeLessThan(64 * 1024);
  }
  expect(new Set(files.map((name) => readImage(name).type))).toStrictEqual(new Set(IMAGE_TYPES));
});

test('a new store serves each avatar with its image, byte for byte', async () => {
  const store = await openStore(await tempPlace());
  await seed(store);
  const { send } = await startAvatarService({ store });
  for (const { id, displayName, description, picture } of avatars) {
    const avatar = (await send(`GET /v1/avatars/${id}`)).body;
    expect(avatar).toMatchObject({ id, displayName, description });
    const { bytes, type } = readImage(picture);
    const response = await fetch(avatar.imageUrl);
    expect(response.headers.get('content-type')).toBe(type);
    expect(Buffer.from(bytes).equals(Buffer.from(await response.arrayBuffer()))).toBe(true);
  }
});
