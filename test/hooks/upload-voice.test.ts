import { expect, test } from 'vitest';
import { type ApiError, createClient, uploadVoice } from '../../src/hooks/client-entry.ts';
import { listen } from '../support/resources.ts';
import { start } from '../support/start.ts';
import { recording } from '../tools/conformance/recordings.ts';

const input = { displayName: 'Ada' };

test.each([
  ['its media type', recording()],
  ['a media type with parameters', new Blob([recording()], { type: 'audio/wav;codecs=1' })],
  ['a video type', new Blob([recording()], { type: 'video/wav' })],
  ['its file extension', new File([recording()], 'Ada.WAV')],
])('the media type of an uploaded recording is taken from %s', async (_, file) => {
  const { url } = await start();
  const { createVoice } = await uploadVoice(createClient({ url }), { file, input });
  const sample = await fetch(createVoice?.voice.sampleUrl ?? '');
  expect(await sample.bytes()).toStrictEqual(await file.bytes());
});

test('a file that is not a recording is rejected before it is sent', async () => {
  const { url, upstream } = await start();
  const file = new File(['text'], 'notes.txt', { type: 'text/plain' });
  await expect(uploadVoice(createClient({ url }), { file, input })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    issues: [{ path: ['input', 'contentType'] }],
  });
  expect(upstream.calls).toStrictEqual([]);
});

/** Uploads to a storage that always responds with this status. Returns the error and the number of operations. */
async function uploadTo(status: number) {
  const storage = await listen((request, response) =>
    request.resume().on('end', () => response.writeHead(status).end('<Error/>')),
  );
  let operations = 0;
  const api = await listen((_, response) => {
    operations += 1;
    const createVoiceUpload = { uploadUrl: `${storage}/bucket/1?signature=2`, audioKey: 'k' };
    response.end(JSON.stringify({ data: { createVoiceUpload } }));
  });
  const error = await uploadVoice(createClient({ url: api }), { file: recording(), input }).catch(
    (reason: ApiError) => reason,
  );
  return { error, operations };
}

test.each([
  [400, 'BAD_USER_INPUT'],
  [403, 'FORBIDDEN'],
  [408, 'NETWORK'],
  [409, 'CONFLICT'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [422, 'BAD_USER_INPUT'],
  [429, 'RATE_LIMITED'],
  [503, 'NETWORK'],
  [302, 'INVALID_RESPONSE'],
])('if the storage responds with %d, the error is %s', async (status, code) => {
  const { error, operations } = await uploadTo(status);
  expect(error).toMatchObject({ code });
  expect(String(error)).not.toContain('signature');
  expect(operations).toBe(1);
});

test('an upload that is aborted while it is sent fails with the reason of its signal', async () => {
  const controller = new AbortController();
  const storage = await listen(() => controller.abort('closed'));
  const api = await listen((_, response) => {
    const createVoiceUpload = { uploadUrl: storage, audioKey: 'k' };
    response.end(JSON.stringify({ data: { createVoiceUpload } }));
  });
  const { signal } = controller;
  const upload = uploadVoice(createClient({ url: api }), { file: recording(), input }, { signal });
  await expect(upload).rejects.toBe('closed');
});
