import { type ClientRequest, request } from 'node:http';
import { expect, inject, test } from 'vitest';
import { MAX_AUDIO_BYTES } from '../../src/contract/voice.ts';
import { openAccount, type RunningService, startAvatarService } from '../support/avatar-service.ts';
import { createSilence, recording } from '../support/files.ts';
import { ANNOUNCEMENTS, announce, createAnnouncement, put } from './recordings.ts';
import { createClock } from './sessions.ts';

/** One service for the tests without a clock or limits of their own: each has its own account. */
const shared = await startAvatarService();

/** Starts a service whose clock `wait` moves. */
async function startWithClock() {
  const { now, add: wait } = createClock();
  return { service: await startAvatarService({ now }), wait };
}

const create = ({ send }: RunningService, audioKey: string) =>
  send('POST /v1/voices', { name: 'Long', audioKey });

/** A recording that is being sent. */
interface Transfer {
  readonly upload: ClientRequest;
  /** 0 until there is a response. */
  status: number;
}

/** Starts to send a recording, chunked if it has no size. */
function startTransfer(url: string, size: number | null, start: Uint8Array | string): Transfer {
  const upload = request(url, { method: 'PUT' });
  if (size !== null) upload.setHeader('content-length', size);
  const transfer: Transfer = { upload, status: 0 };
  // The service closes the connections of some rejected uploads.
  upload.on('error', () => undefined);
  upload.on('response', (response) => {
    transfer.status = response.resume().statusCode ?? 0;
  });
  upload.write(start);
  return transfer;
}

/** Starts a service with the URL of an upload of a recording; by default, opens an account of the shared one. */
async function startWithUpload(options?: Parameters<typeof startAvatarService>[0]) {
  const service = options ? await startAvatarService(options) : await openAccount(shared);
  const file = recording();
  return { service, file, body: (await announce(service, file.size)).body };
}

/** For transfers, of which the store decides nothing: with SQLite only. */
const testTransfer = test.skipIf(inject('postgres'));

testTransfer(
  'a voice is created with a recording larger than a form, from its URL',
  { tags: ['slow'] },
  async () => {
    const bytes = createSilence(MAX_AUDIO_BYTES + 500_000);
    bytes.set([1, 2, 3], bytes.length - 3);
    const { status, body } = await announce(shared, bytes.length);
    expect(status).toBe(200);
    expect(body).toStrictEqual({ uploadUrl: expect.any(String), audioKey: expect.any(String) });
    expect(await put(body.uploadUrl, bytes)).toStrictEqual({ status: 200, body: undefined });
    const voice = await create(shared, body.audioKey);
    expect(voice).toMatchObject({ status: 201, body: { displayName: 'Long', language: 'en' } });
    const sample = await fetch(voice.body.sampleUrl);
    expect(sample.headers.get('content-type')).toBe('audio/wav');
    expect(Buffer.compare(await sample.bytes(), bytes)).toBe(0);
    const init = { headers: { range: `bytes=${bytes.length - 3}-` } };
    const end = await (await fetch(voice.body.sampleUrl, init)).bytes();
    expect([...end]).toStrictEqual([1, 2, 3]);
    await shared.send(`DELETE /v1/voices/${voice.body.id}`);
    expect((await fetch(voice.body.sampleUrl)).status).toBe(404);
  },
);

test('an upload URL and an audio key work once, also for concurrent uploads', async () => {
  const { service, file, body } = await startWithUpload();
  const answers = await Promise.all([put(body.uploadUrl, file), put(body.uploadUrl, file)]);
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toStrictEqual([200, 403]);
  expect((await put(body.uploadUrl, file)).status).toBe(403);
  expect((await create(service, body.audioKey)).status).toBe(201);
  expect((await create(service, body.audioKey)).status).toBe(400);
  expect((await put(body.uploadUrl, file)).status).toBe(403);
  // Nor when its voice is deleted.
  await service.send(`DELETE /v1/voices/${body.audioKey}`);
  expect((await put(body.uploadUrl, file)).status).toBe(403);
});

testTransfer('an audio key without a recording is rejected', async () => {
  const { body } = await announce(shared, 1000);
  for (const key of [body.audioKey, '00000000-0000-4000-8000-000000000000', "x' or 1=1"]) {
    const details = [{ path: ['audioKey'] }];
    expect(await create(shared, key)).toMatchObject({ status: 400, body: { details } });
  }
  const both = { name: 'Long', audioKey: 'a', audioUrl: 'https://example.com/a.wav' };
  const details = [{ message: 'Exactly one of audioUrl and audioKey is required.' }];
  for (const fields of [both, { name: 'Long' }]) {
    const answer = await shared.send('POST /v1/voices', fields);
    expect(answer).toMatchObject({ status: 400, body: { details } });
  }
});

testTransfer.each([
  ['no recording', new Uint8Array(60_000), 60_000, 422],
  ['one byte more than declared', createSilence(60_001), 60_000, 413],
  ['less than declared', createSilence(60_000), 80_000, 400],
])('an upload can be repeated after %s', async (_, bytes, size, status) => {
  const { body } = await announce(shared, size);
  const answer = await put(body.uploadUrl, bytes);
  expect(answer).toMatchObject({ status, body: { message: expect.any(String) } });
  expect((await create(shared, body.audioKey)).status).toBe(400);
  expect((await put(body.uploadUrl, createSilence(size))).status).toBe(200);
  expect((await create(shared, body.audioKey)).status).toBe(201);
});

testTransfer('a chunked upload ends at the first byte over its size', async () => {
  const { body } = await announce(shared, 100_000);
  const chunked = startTransfer(body.uploadUrl, null, createSilence(100_001));
  await expect.poll(() => chunked.status).toBe(413);
  chunked.upload.destroy();
});

testTransfer('an interrupted upload can be repeated', async () => {
  const { file, body } = await startWithUpload({ arrival: { uploadIdle: 50 } });
  const idle = startTransfer(body.uploadUrl, null, 'RIFF');
  await expect.poll(() => idle.status).toBe(408);
  const broken = startTransfer(body.uploadUrl, file.size, 'RIFF');
  broken.upload.destroy(new Error('gone'));
  // Under load, an attempt is too slow for this limit, and is repeated, too.
  await expect.poll(async () => (await put(body.uploadUrl, file)).status).toBe(200);
});

testTransfer('an upload URL is valid for an hour', async () => {
  const { service, wait } = await startWithClock();
  const file = recording();
  const { body } = await announce(service, file.size);
  const { body: other } = await announce(service, file.size);
  const account = await announce(await openAccount(service), file.size);
  for (const url of [
    // The first character of a signature is any of 64.
    body.uploadUrl.replace(/(?<=\.)[\w-](?=[^.]*$)/, (first: string) =>
      first === '_' ? '-' : '_',
    ),
    body.uploadUrl.replace(/\?.*/, ''),
    body.uploadUrl.replace(body.audioKey, other.audioKey),
    body.uploadUrl.replace(/\?.*/, new URL(account.body.uploadUrl).search),
  ])
    expect((await put(url, file)).status).toBe(403);
  wait(3_599);
  expect((await put(body.uploadUrl, file)).status).toBe(200);
  wait(1);
  expect((await put(other.uploadUrl, file)).status).toBe(403);
  wait(7_199);
  expect((await create(service, body.audioKey)).status).toBe(400);
});

testTransfer('single bytes do not keep an upload open', { tags: ['slow'] }, async () => {
  const service = await startAvatarService({ arrival: { uploadIdle: 300 } });
  const { body } = await announce(service, 1_000_000);
  const slow = startTransfer(body.uploadUrl, 1_000_000, 'R');
  const drip = setInterval(() => slow.upload.write('I'), 10);
  await expect.poll(() => slow.status).toBe(408);
  clearInterval(drip);
});

testTransfer('an account gets at most half of 64 transfers', { tags: ['slow'] }, async () => {
  // Longer than the uploads take to arrive beside a load.
  const service = await startAvatarService({ arrival: { uploadIdle: 120_000 } });
  const file = recording();
  const bytes = await file.bytes();
  const start = async () => {
    const { body } = await announce(service, file.size);
    return startTransfer(body.uploadUrl, file.size, bytes.subarray(0, 4));
  };
  const transfers = await Promise.all(Array.from({ length: 34 }, start));
  const listWith = (status: number) => transfers.filter((transfer) => transfer.status === status);
  await expect.poll(() => listWith(429)).toHaveLength(2);
  const { body: late } = await announce(service, file.size);
  const rejected = await fetch(late.uploadUrl, { method: 'PUT', body: file });
  expect([rejected.status, rejected.headers.get('retry-after')]).toStrictEqual([429, '5']);
  const { body: other } = await announce(await openAccount(service), file.size);
  expect((await put(other.uploadUrl, file)).status).toBe(200);
  const [first, ...rest] = listWith(0);
  first?.upload.end(bytes.subarray(4));
  await expect.poll(() => first?.status).toBe(200);
  expect((await put(late.uploadUrl, file)).status).toBe(200);
  for (const { upload } of rest) upload.end(bytes.subarray(4));
  await expect.poll(() => listWith(200)).toHaveLength(32);
});

test('expired recordings are removed', async () => {
  const { service, wait } = await startWithClock();
  const file = recording();
  const { body } = await announce(service, file.size);
  await put(body.uploadUrl, file);
  expect(await service.store.readStorageUse()).toMatchObject({ bytes: file.size });
  wait(7_200);
  const next = await announce(service, file.size);
  await put(next.body.uploadUrl, file);
  expect(await service.store.voices.uploads.find(body.audioKey)).toBeUndefined();
  expect(await service.store.readStorageUse()).toMatchObject({ bytes: file.size });
});

testTransfer.each<[object, number, string?]>([
  [{ fileSize: 50 * 1024 * 1024 }, 200],
  [{ fileSize: 50 * 1024 * 1024 + 1 }, 400, 'fileSize'],
  [{ fileSize: 0 }, 400, 'fileSize'],
  [{ contentType: 'image/png' }, 400, 'contentType'],
  [{ filename: '' }, 400, 'filename'],
])('the announcement of an upload with %o is %i', async (fields, status, path) => {
  const answer = await shared.send(`POST ${ANNOUNCEMENTS}`, createAnnouncement(1000, fields));
  const body = path === undefined ? {} : { details: [{ path: [path] }] };
  expect(answer).toMatchObject({ status, body });
});

testTransfer('a page of another origin can upload a recording', async () => {
  const { body } = await announce(shared, 1000);
  const preflight = await fetch(body.uploadUrl, { method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toBe('PUT');
  const rejected = await fetch(body.uploadUrl, { method: 'PUT', body: 'no sound' });
  expect(rejected.headers.get('access-control-allow-origin')).toBe('*');
  const other = await fetch(body.uploadUrl, { method: 'DELETE' });
  expect([other.status, other.headers.get('allow')]).toStrictEqual([405, 'OPTIONS, PUT']);
});
