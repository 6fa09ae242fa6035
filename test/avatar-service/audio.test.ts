import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openAccount, startAvatarService } from '../support/avatar-service.ts';
import { createFormInit, recording, seedImageBytes, seedSample } from '../support/files.ts';

const service = await startAvatarService();

const read = (name: string) =>
  new Uint8Array(readFileSync(new URL(`recordings/${name}`, import.meta.url)));

async function create(bytes: Uint8Array<ArrayBuffer>, type = '') {
  const { send } = await openAccount(service);
  const audioFile = new File([bytes], 'recording', { type });
  return send('POST /v1/voices', createFormInit({ name: 'Mine', audioFile }).body);
}

test.each([
  ['a WAV', 'audio/wav', await recording().bytes()],
  ['an MP3', 'audio/mpeg', await seedSample().bytes()],
  ['an Ogg', 'audio/ogg', read('voice.ogg')],
  ['a WebM', 'audio/webm', read('voice.webm')],
  ['an M4A', 'audio/mp4', read('voice.m4a')],
])('the content of %s is detected as %s, whatever type is declared', async (_, type, bytes) => {
  for (const declared of ['', 'text/plain', 'audio/x-caf', 'binary/octet-stream']) {
    const { status, body } = await create(bytes, declared);
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
  expect(await create(bytes, 'audio/wav')).toMatchObject({
    status: 422,
    body: { message: 'The recording is not a readable WAV, MP3, Ogg, WebM or M4A file.' },
  });
});
