import { expect, test } from 'vitest';
import { voices } from '../../src/avatar-service/seed/seed-data.ts';
import {
  openAccount,
  type RunningService,
  readResponse,
  startAvatarService,
} from '../support/avatar-service.ts';
import { createFormInit, seedImage, seedSample } from '../support/files.ts';
import { listen } from '../support/resources.ts';

/** One service for all tests: each has its own account. */
const shared = await startAvatarService();

const create = ({ ask }: RunningService, fields: Record<string, string | File>) =>
  readResponse(ask('/v1/voices', createFormInit(fields)));

const createVoice = async (service: RunningService) =>
  (await create(service, { name: 'Mine', audioFile: seedSample() })).body;

test('seeded voices have names, languages and an audio sample', async () => {
  const { ask } = await startAvatarService({ seeded: true });
  const { body } = await readResponse(ask('/v1/voices?perPage=100'));
  expect(body.meta.total).toBe(voices.length);
  expect(body.data.map(({ displayName }: { displayName: string }) => displayName)).toStrictEqual(
    voices.map(({ displayName }) => displayName),
  );
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
  expect((await readResponse(service.ask(`/v1/voices/${body.id}`))).body).toStrictEqual(body);
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
  const { status, body: voice } = await readResponse(service.askJson('POST', '/v1/voices', body));
  expect([status, voice.displayName, voice.language]).toStrictEqual([201, 'Mine', 'en']);
  expect(await readResponse(shared.askJson('POST', '/v1/voices', body))).toMatchObject({
    status: 400,
    body: {
      details: [{ path: ['audioUrl'], message: 'The recording URL cannot be fetched.' }],
    },
  });
});

test.each<[string, Record<string, string | File>, number]>([
  ['no name', { audioFile: seedSample() }, 400],
  ['an empty name', { name: ' ', audioFile: seedSample() }, 400],
  ['a name of 101 characters', { name: 'x'.repeat(101), audioFile: seedSample() }, 400],
  ['no recording', { name: 'Mine' }, 400],
  ['text for a recording', { name: 'Mine', audioFile: 'sound' }, 400],
  ['an image for a recording', { name: 'Mine', audioFile: seedImage('png') }, 422],
  [
    'an additional image',
    { name: 'Mine', audioFile: seedSample(), imageFile: seedImage('png') },
    400,
  ],
  ['an unknown file field', { name: 'Mine', audioFile: seedSample(), other: seedSample() }, 400],
  [
    'more than 10 MB',
    { name: 'Mine', audioFile: new File([new Uint8Array(10_485_761)], 'a.mp3') },
    413,
  ],
])('a voice with %s is rejected', async (_, fields, status) => {
  const service = await openAccount(shared);
  expect((await create(service, fields)).status).toBe(status);
  expect((await readResponse(service.ask('/v1/voices'))).body.meta.total).toBe(0);
});

test('an update of a voice changes only the given fields', async () => {
  const service = await openAccount(shared);
  const { id, ...before } = await createVoice(service);
  const change = (body: object) => readResponse(service.askJson('PUT', `/v1/voices/${id}`, body));
  const { status, body } = await change({ displayName: 'Yours', gender: 'NEUTRAL', country: 'GB' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ displayName: 'Yours', gender: 'NEUTRAL', country: 'GB' });
  expect(body.sampleUrl).toBe(before.sampleUrl);
  expect((await change({ country: null })).body).toMatchObject({
    gender: 'NEUTRAL',
    country: null,
  });
  for (const invalid of [
    { gender: 'LOUD' },
    { country: 'Britain' },
    { displayName: null },
    { id: 'x' },
  ]) {
    expect((await change(invalid)).status).toBe(400);
  }
});

test('personas that refer to a deleted voice are unchanged', async () => {
  const service = await openAccount(shared);
  const { id, sampleUrl } = await createVoice(service);
  const { body: persona } = await readResponse(
    service.askJson('POST', '/v1/personas', { voiceId: id }),
  );
  const deletion = await readResponse(service.ask(`/v1/voices/${id}`, { method: 'DELETE' }));
  expect(deletion).toStrictEqual({ status: 200, body: { message: 'Voice deleted' } });
  expect((await service.ask(`/v1/voices/${id}`)).status).toBe(404);
  expect((await fetch(sampleUrl)).status).toBe(404);
  const revalidation = await fetch(sampleUrl, { headers: { 'if-none-match': '*' } });
  expect(revalidation.status).toBe(404);
  const kept = await readResponse(service.ask(`/v1/personas/${persona.id}`));
  expect(kept).toStrictEqual({ status: 200, body: persona });
  await expect.poll(() => service.store.voices.readFileSlice(String(id), 0)).toBeUndefined();
});

test.each([
  ['bytes=0-99', 206, 'bytes 0-99/SIZE', [0, 100]],
  ['bytes=100-', 206, 'bytes 100-LAST/SIZE', [100, undefined]],
  ['bytes=-50', 206, 'bytes FROM-LAST/SIZE', [-50, undefined]],
  ['bytes=0-99999999', 206, 'bytes 0-LAST/SIZE', [0, undefined]],
  ['bytes=0-1,5-6', 200, null, [0, undefined]],
  ['lines=1-2', 200, null, [0, undefined]],
  ['bytes=5-2', 200, null, [0, undefined]],
] as const)(
  'a request for the range %s returns %i',
  async (range, status, contentRange, [from, to]) => {
    const service = await openAccount(shared);
    const { sampleUrl } = await createVoice(service);
    const whole = await seedSample().bytes();
    const response = await fetch(sampleUrl, { headers: { range } });
    const size = whole.length;
    const expected = contentRange
      ?.replace('SIZE', String(size))
      .replace('LAST', String(size - 1))
      .replace('FROM', String(size - 50));
    expect([response.status, response.headers.get('content-range')]).toStrictEqual([
      status,
      expected ?? null,
    ]);
    expect(await response.bytes()).toStrictEqual(whole.slice(from, to));
  },
);

test('a range of a sample beyond its end is 416', async () => {
  const service = await openAccount(shared);
  const { sampleUrl } = await createVoice(service);
  const beyond = await fetch(sampleUrl, { headers: { range: 'bytes=99999999-' } });
  expect([beyond.status, beyond.headers.get('content-range')]).toStrictEqual([
    416,
    `bytes */${(await seedSample().bytes()).length}`,
  ]);
});

test('an unchanged sample is 304', async () => {
  const service = await openAccount(shared);
  const { sampleUrl } = await createVoice(service);
  const etag = (await fetch(sampleUrl)).headers.get('etag') ?? '';
  expect((await fetch(sampleUrl, { headers: { 'if-none-match': etag } })).status).toBe(304);
});
