import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openAccount, type RunningService, startAvatarService } from '../support/avatar-service.ts';
import {
  createFormInit,
  recording,
  seedImage,
  seedImageBytes,
  seedSample,
} from '../support/files.ts';
import { listen } from '../support/resources.ts';

/** One service for all tests: each has its own account. */
const shared = await startAvatarService();

const create = ({ send }: RunningService, fields: Record<string, string | File | undefined>) => {
  const sent = Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return send('POST /v1/voices', createFormInit(Object.fromEntries(sent)).body);
};

const createVoice = async (service: RunningService) =>
  (await create(service, { name: 'Mine', audioFile: seedSample() })).body;

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

test.each<[string, Record<string, string | File | undefined>, number]>([
  ['no name', { name: undefined }, 400],
  ['no recording', { audioFile: undefined }, 400],
  ['an empty name', { name: '' }, 400],
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

const read = (name: string) =>
  new Uint8Array(readFileSync(new URL(`recordings/${name}`, import.meta.url)));

const createFrom = (bytes: Uint8Array<ArrayBuffer>, type: string) =>
  create(shared, { name: 'Mine', audioFile: new File([bytes], 'recording', { type }) });

test.each([
  ['a WAV', 'audio/wav', await recording().bytes()],
  ['an MP3', 'audio/mpeg', await seedSample().bytes()],
  ['an Ogg', 'audio/ogg', read('voice.ogg')],
  ['a WebM', 'audio/webm', read('voice.webm')],
  ['an M4A', 'audio/mp4', read('voice.m4a')],
])('the content of %s is detected as %s, whatever type is declared', async (_, type, bytes) => {
  for (const declared of ['', 'text/plain', 'audio/x-caf', 'binary/octet-stream']) {
    const { status, body } = await createFrom(bytes, declared);
    expect(status).toBe(201);
    const sample = await fetch(body.sampleUrl, { method: 'HEAD' });
    expect(sample.headers.get('content-type')).toBe(type);
  }
});

test.each([
  ['an image', seedImageBytes('png')],
  ['text', new Uint8Array(Buffer.from('no sound'))],
  ['an empty file', new Uint8Array()],
  ['a WebP, which begins as a WAV does', seedImageBytes('webp')],
])('%s is not a recording', async (_, bytes) => {
  expect(await createFrom(bytes, 'audio/wav')).toMatchObject({
    status: 422,
    body: { message: 'The recording is not a readable WAV, MP3, Ogg, WebM or M4A file.' },
  });
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
