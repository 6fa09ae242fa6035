import { expect, test } from 'vitest';
import { openAccount, type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { createFormInit, seedImage, seedSample } from '../support/files.ts';
import { listen } from '../support/resources.ts';
import { voices } from '../support/sample/records.ts';

/** One service for all tests: each has its own account. */
const shared = await startAvatarService();

const create = ({ send }: RunningService, fields: Record<string, string | File>) =>
  send('POST /v1/voices', createFormInit(fields).body);

const createVoice = async (service: RunningService) =>
  (await create(service, { name: 'Mine', audioFile: seedSample() })).body;

test('seeded voices have names, languages and an audio sample', async () => {
  const { send } = await startAvatarService({ seeded: true });
  const { body } = await send('GET /v1/voices?perPage=100');
  expect(body.meta.total).toBe(voices.length);
  expect(body.data).toMatchObject(voices.map(({ displayName }) => ({ displayName })));
  for (const { language, sampleUrl } of body.data) {
    expect(language).toMatch(/^[a-z]{2}$/);
    const sample = await fetch(sampleUrl);
    expect([sample.status, sample.headers.get('content-type')]).toStrictEqual([200, 'audio/mpeg']);
    expect((await sample.arrayBuffer()).byteLength).toBeGreaterThan(4_000);
  }
});

test('a voice is created from a recording, which is its sample', async () => {
  const now = new Date('2030-01-01T00:00:00.000Z');
  const service = await startAvatarService({ now: () => now });
  const fields = { name: 'Mine', description: 'Hoarse.', language: 'fr', audioFile: seedSample() };
  const { status, body } = await create(service, fields);
  expect(status).toBe(201);
  expect(body).toStrictEqual({
    id: expect.any(String),
    displayName: 'Mine',
    description: 'Hoarse.',
    language: 'fr',
    gender: null,
    country: null,
    displayTags: [],
    isZdr: false,
    createdByOrganizationId: expect.any(String),
    sampleUrl: `${service.url}/v1/voices/${body.id}/sample.mp3`,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  });
  expect((await service.send(`GET /v1/voices/${body.id}`)).body).toStrictEqual(body);
  const sample = await fetch(body.sampleUrl);
  expect(await sample.bytes()).toStrictEqual(await seedSample().bytes());
});

test('a voice is created from a recording URL', async () => {
  const bytes = await seedSample().bytes();
  const url = await listen((_, response) =>
    response.writeHead(200, { 'content-type': 'audio/mp3' }).end(bytes),
  );
  const service = await startAvatarService({ allowPrivateImageUrls: true });
  const body = { name: 'Mine', audioUrl: `${url}/voice.mp3` };
  const { status, body: voice } = await service.send('POST /v1/voices', body);
  expect([status, voice.displayName, voice.language]).toStrictEqual([201, 'Mine', 'en']);
  const details = [{ path: ['audioUrl'], message: 'The recording URL cannot be fetched.' }];
  const rejected = { status: 400, body: { details } };
  expect(await shared.send('POST /v1/voices', body)).toMatchObject(rejected);
});

test.each<[string, Record<string, string | File>, number]>([
  ['no name', { name: '' }, 400],
  ['a name of 101 characters', { name: 'x'.repeat(101) }, 400],
  ['text for a recording', { audioFile: 'sound' }, 400],
  ['an image for a recording', { audioFile: seedImage('png') }, 422],
  ['an additional image', { imageFile: seedImage('png') }, 400],
  ['an unknown file field', { other: seedSample() }, 400],
  ['more than 10 MB', { audioFile: new File([new Uint8Array(10_485_761)], 'a.mp3') }, 413],
])('a voice with %s is rejected', async (_, fields, status) => {
  const service = await openAccount(shared);
  const all = { name: 'Mine', audioFile: seedSample(), ...fields };
  expect((await create(service, all)).status).toBe(status);
  expect((await service.send('GET /v1/voices')).body.meta.total).toBe(0);
});

test('a voice without a name or a recording is rejected', async () => {
  expect((await create(shared, { audioFile: seedSample() })).status).toBe(400);
  expect((await create(shared, { name: 'Mine' })).status).toBe(400);
});

test('an update of a voice changes only the given fields', async () => {
  const service = await openAccount(shared);
  const { id, ...before } = await createVoice(service);
  const change = (body: object) => service.send(`PUT /v1/voices/${id}`, body);
  const { status, body } = await change({ displayName: 'Yours', gender: 'NEUTRAL', country: 'GB' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ displayName: 'Yours', gender: 'NEUTRAL', country: 'GB' });
  expect(body.sampleUrl).toBe(before.sampleUrl);
  const changed = { gender: 'NEUTRAL', country: null };
  expect((await change({ country: null })).body).toMatchObject(changed);
  const invalid = [{ gender: 'LOUD' }, { country: 'Britain' }, { displayName: null }, { id: 'x' }];
  for (const body of invalid) expect((await change(body)).status).toBe(400);
});

test('personas that refer to a deleted voice are unchanged', async () => {
  const service = await openAccount(shared);
  const { id, sampleUrl } = await createVoice(service);
  const { body: persona } = await service.send('POST /v1/personas', { voiceId: id });
  const deletion = await service.send(`DELETE /v1/voices/${id}`);
  expect(deletion).toStrictEqual({ status: 200, body: { message: 'Voice deleted' } });
  expect((await service.ask(`/v1/voices/${id}`)).status).toBe(404);
  expect((await fetch(sampleUrl)).status).toBe(404);
  const revalidation = await fetch(sampleUrl, { headers: { 'if-none-match': '*' } });
  expect(revalidation.status).toBe(404);
  const kept = await service.send(`GET /v1/personas/${persona.id}`);
  expect(kept).toStrictEqual({ status: 200, body: persona });
  await expect.poll(() => service.store.voices.readFileSlice(String(id), 0)).toBeUndefined();
});

/** The voice of all requests for its sample. */
const { sampleUrl } = await createVoice(shared);
const whole = await seedSample().bytes();
const SIZE = whole.length;

test.each([
  ['bytes=0-99', 206, `bytes 0-99/${SIZE}`, whole.slice(0, 100)],
  ['bytes=100-', 206, `bytes 100-${SIZE - 1}/${SIZE}`, whole.slice(100)],
  ['bytes=-50', 206, `bytes ${SIZE - 50}-${SIZE - 1}/${SIZE}`, whole.slice(-50)],
  ['bytes=0-99999999', 206, `bytes 0-${SIZE - 1}/${SIZE}`, whole],
  ['bytes=0-1,5-6', 200, null, whole],
  ['lines=1-2', 200, null, whole],
  ['bytes=5-2', 200, null, whole],
  ['bytes=99999999-', 416, `bytes */${SIZE}`, undefined],
])('a request for the range %s returns %i', async (range, status, contentRange, content) => {
  const response = await fetch(sampleUrl, { headers: { range } });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-range')).toBe(contentRange);
  if (content) expect(await response.bytes()).toStrictEqual(content);
});

test('an unchanged sample is 304', async () => {
  const etag = (await fetch(sampleUrl)).headers.get('etag') ?? '';
  expect((await fetch(sampleUrl, { headers: { 'if-none-match': etag } })).status).toBe(304);
});
