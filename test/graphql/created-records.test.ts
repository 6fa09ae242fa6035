import { expect, test } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../src/contract/avatar.ts';
import { fakeService, reply, sendJson } from '../support/fake-service.ts';
import { seedImage, seedImageBytes } from '../support/files.ts';
import { startLive } from '../support/live-service.ts';
import { personas } from '../support/sample/records.ts';
import { start } from '../support/start.ts';
import { expectData, expectIssue } from './expectations.ts';

const personaId = personas[0]?.id ?? '';

const CREATE_LINK = `mutation ($input: CreateShareLinkInput!) {
  createShareLink(input: $input) {
    shareToken
    shareLink { id personaId personaName usageLimit usageCount isEnabled expiresAt record }
  }
}`;

test('a share link is created with a token that is returned once', async () => {
  const { run } = await start();
  const data = await expectData(run(CREATE_LINK, { input: { personaId, expiresInHours: 2 } }));
  const { shareToken: token, shareLink } = data.createShareLink;
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(shareLink).toMatchObject({
    personaId,
    personaName: personas[0]?.name,
    usageLimit: 10,
    usageCount: 0,
    isEnabled: true,
  });
  expect(shareLink.record.token).toBe('[redacted]');
  const hours = (Date.parse(shareLink.expiresAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(1.9);
  expect(hours).toBeLessThanOrEqual(2);

  const { id } = shareLink;
  const read = await run(
    `{ shareLink(id: "${id}") { id record persona { name } } persona(id: "${personaId}") { shareLinks { nodes { id } } } shareLinks { totalCount } }`,
  );
  expect(JSON.stringify(read)).not.toContain(token);
  expect(read.data).toMatchObject({
    shareLink: { id, persona: { name: personas[0]?.name } },
    persona: { shareLinks: { nodes: [{ id }] } },
    shareLinks: { totalCount: 1 },
  });
});

/** The API in front of the built-in service. */
const builtIn = await start();

const meetingUrl = 'https://meet.google.com/abc-defg-hij';

const CREATE_INVITE = `mutation ($input: CreateMeetingInviteInput!) {
  createMeetingInvite(input: $input) {
    meetingInvite { id provider meetingUrl displayName status statusReason groupCall region joinAt }
  }
}`;

test.each([
  ['https://us02web.zoom.us/j/123', 'ZOOM'],
  ['https://zoom.us/j/123', 'ZOOM'],
  ['https://teams.microsoft.com/l/meetup-join/1', 'MICROSOFT_TEAMS'],
  ['https://teams.live.com/meet/1', 'MICROSOFT_TEAMS'],
])('the provider of the meeting %s is %s', async (url, provider) => {
  const { run } = builtIn;
  const { data } = await run(CREATE_INVITE, {
    input: { meetingUrl: url, personaConfig: { name: 'Ada', systemPrompt: 'Be brief.' } },
  });
  expect(data.createMeetingInvite.meetingInvite).toMatchObject({
    provider,
    displayName: 'Ada',
    groupCall: true,
    region: null,
    joinAt: null,
  });
});

test.each([
  [{ meetingUrl: 'https://zoom.us.example.org/j/1', personaId }, ['input', 'meetingUrl']],
  [{ meetingUrl: 'http://zoom.us/j/1', personaId }, ['input', 'meetingUrl']],
  [{ meetingUrl, personaId: 'de23e340-1416-4dd8-977d-065a7ca11697' }, ['input', 'personaId']],
])('an invite with %j is reported at %j', async (input, path) => {
  const { run } = builtIn;
  const { errors } = await run(CREATE_INVITE, { input });
  expectIssue(errors, path);
});

const CREATE_VOICE = `mutation ($input: CreateVoiceInput!) {
  createVoice(input: $input) { voice { id } }
}`;

const bytes = (...hex: string[]) => new Uint8Array(Buffer.from(hex.join(''), 'hex'));

test.each([
  ['audio/wav', bytes('52494646', '00000000', '57415645')],
  ['audio/mpeg', bytes('fffb9000')],
  ['audio/ogg', bytes('4f676753')],
  ['audio/webm', bytes('1a45dfa3')],
  ['audio/mp4', bytes('00000020', '66747970')],
])(
  'a recording with the first bytes of %s is sent as a form, with that type',
  async (type, content) => {
    const sent: string[] = [];
    const upstream = await fakeService(async (request, response) => {
      sent.push(Buffer.concat(await request.toArray()).toString('latin1'));
      sendJson(response, 201, { id: 'v1' });
    });
    const { upload } = await start({ upstream, extensions: 'all' });
    const file = new File([content], 'recording', { type: 'binary/octet-stream' });
    const input = { displayName: 'Ada', audio: { file: null }, enhance: false };
    const { errors } = await upload(CREATE_VOICE, { input }, { 'input.audio.file': file });
    expect(errors).toBeUndefined();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain('name="enhance"\r\n\r\nfalse\r\n');
    expect(sent[0]).toContain(
      `name="audioFile"; filename="recording"\r\nContent-Type: ${type}\r\n`,
    );
  },
);

const CREATE_AVATAR = `mutation ($file: Upload!, $displayName: String = "Ada Test") {
  createAvatar(input: { displayName: $displayName, image: { file: $file } }) { avatar { id displayName imageUrl createdAt } }
}`;

test('the media type of a file without one is derived from its content', async () => {
  const { upload } = builtIn;
  const untyped = new File([seedImageBytes('webp')], 'ada', { type: 'application/octet-stream' });
  const data = await expectData(upload(CREATE_AVATAR, { file: null }, { file: untyped }));
  expect((await fetch(data.createAvatar.avatar.imageUrl)).headers.get('content-type')).toBe(
    'image/webp',
  );
});

const png = seedImageBytes('png');

/** Creates an image of a size. */
const sized = (size: number) =>
  new File([png, new Uint8Array(size - png.length)], 'big.png', { type: 'image/png' });

test('of a file that is no image and too large, only the type is reported: another one has another size', async () => {
  const { upload, upstream } = await start({
    upstream: reply(201, { id: 'a1' }),
    maxImageBytes: 100,
  });
  const file = new File([new Uint8Array(101)], 'a.txt', { type: 'text/plain' });
  const { errors } = await upload(CREATE_AVATAR, { file: null }, { file });
  expectIssue(errors, ['input', 'image', 'file'], {
    message: 'The image must be a JPEG, PNG or WebP file.',
  });
  expect(upstream.calls).toStrictEqual([]);
});

test.each([
  [undefined, MAX_IMAGE_BYTES, '10 MB'],
  [1_500_000, 1_500_000, '1.4 MB'],
  [MAX_IMAGE_BYTES + 1, MAX_IMAGE_BYTES + 1, '10 MB'],
])('an image has at most %j bytes: %i', { tags: ['slow'] }, async (maxImageBytes, size, shown) => {
  const { upload, upstream } = await start({
    upstream: (request, response) =>
      request.resume().on('end', () => response.writeHead(201).end('{"id":"a1"}')),
    ...(maxImageBytes && { maxImageBytes }),
  });
  const fits = await upload(CREATE_AVATAR, { file: null }, { file: sized(size) });
  expect(fits.data).toMatchObject({ createAvatar: { avatar: { id: 'a1' } } });
  const over = await upload(CREATE_AVATAR, { file: null }, { file: sized(size + 1) });
  const message = `The image must not be larger than ${shown}.`;
  expectIssue(over.errors, ['input', 'image', 'file'], { message });
  expect(upstream.calls).toHaveLength(1);
});

const CREATE_WITH_MODEL = `mutation ($file: Upload, $model: String) {
  createAvatar(input: { displayName: "Ada Test", image: { file: $file }, avatarModel: $model }) {
    avatar { defaultModel }
  }
}`;

test.each([
  ['the built-in service', async () => builtIn, 'cara-2'],
  ['a live service', async () => startLive(), 'cara-4-latest'],
])('%s creates an avatar with a named model', async (_, start, model) => {
  const { upload } = await start();
  const image = { file: seedImage('png') };
  const data = await expectData(upload(CREATE_WITH_MODEL, { file: null, model }, image));
  expect(data.createAvatar.avatar).toStrictEqual({ defaultModel: model });
});
