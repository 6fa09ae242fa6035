import { expect, test } from 'vitest';
import { createRateLimiter } from '../../src/server/limits/rate-limits.ts';
import { start } from '../support/start.ts';
import { sendJson, startUpstream, startUpstreamWithResponse } from '../support/upstream.ts';

const CREATE = `mutation ($input: CreateVoiceInput!) {
  createVoice(input: $input) { voice { id displayName description language sampleUrl record } }
}`;

const input = (fields: object = {}) => ({ displayName: 'Ada', audio: { file: null }, ...fields });

const bytes = (...hex: string[]) => new Uint8Array(Buffer.from(hex.join(''), 'hex'));

test.each([
  ['audio/wav', bytes('52494646', '00000000', '57415645')],
  ['audio/mpeg', bytes('fffb9000')],
  ['audio/ogg', bytes('4f676753')],
  ['audio/webm', bytes('1a45dfa3')],
  ['audio/mp4', bytes('00000020', '66747970')],
])('a recording with the first bytes of %s is sent with that type', async (type, content) => {
  const sent: string[] = [];
  const upstream = await startUpstream(async (request, response) => {
    sent.push(Buffer.concat(await request.toArray()).toString('latin1'));
    sendJson(response, 201, { id: 'v1' });
  });
  const { upload } = await start({ upstream, extensions: 'all' });
  const file = new File([content], 'recording');
  const { errors } = await upload(CREATE, { input: input() }, { 'input.audio.file': file });
  expect(errors).toBeUndefined();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain(`name="audioFile"; filename="recording"\r\nContent-Type: ${type}\r\n`);
});

test('a recording counts for the rate limit of uploads', async () => {
  const upstream = await startUpstreamWithResponse(201, { id: 'v1' });
  const { run } = await start({
    upstream,
    rateLimiter: createRateLimiter({ fields: 100, mints: 100, uploads: 1 }),
    extensions: 'all',
  });
  const variables = { input: input({ audio: { url: 'https://a.example/ada.mp3' } }) };
  const key = { authorization: 'Bearer someone' };
  expect((await run(CREATE, variables, key)).errors).toBeUndefined();
  const { errors } = await run(CREATE, variables, key);
  expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
});
