import { expect, test } from 'vitest';
import { seedImage, seedSample } from '../support/files.ts';
import { LIVE, startLive } from '../support/live-upstream.ts';
import { type Api, start } from '../support/start.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';
import { expectData, expectIssue } from './expectations.ts';

const CREATE = `mutation ($file: Upload, $model: String) {
  createAvatar(input: { displayName: "Ada Test", image: { file: $file }, avatarModel: $model }) {
    avatar { defaultModel }
  }
}`;

test.each([
  ['the built-in service', () => start(), 'cara-2'],
  ['a live service', async () => startLive(), 'cara-4-latest'],
])('%s creates an avatar with a named model', async (_, start, model) => {
  const { upload } = await start();
  const image = { file: seedImage('png') };
  const data = await expectData(upload(CREATE, { file: null, model }, image));
  expect(data.createAvatar.avatar).toStrictEqual({ defaultModel: model });
});

test('the built-in service reports an unknown model at its path', async () => {
  const { upload } = await start();
  const image = { file: seedImage('png') };
  const { errors } = await upload(CREATE, { file: null, model: 'cara-9' }, image);
  expectIssue(errors, ['input', 'avatarModel']);
});

test('the image and video URLs of an avatar are returned', async () => {
  const { run } = await startLive();
  const [id = ''] = LIVE.avatars;
  const { data } = await run(
    `{ avatar(id: "${id}") { landscapeImageUrl portraitImageUrl videoUrl idleVideoUrl } }`,
  );
  expect(data.avatar).toStrictEqual({
    landscapeImageUrl: `https://pictures.example/${id}-wide.png`,
    portraitImageUrl: null,
    videoUrl: `https://videos.example/${id}.mp4?signature=s`,
    idleVideoUrl: null,
  });
});

test.each<[string, string, () => Promise<Pick<Api, 'run'>>, boolean]>([
  ['the built-in service', 'UNKNOWN', () => start(), true],
  ['the built-in service', 'REALISTIC', () => start(), false],
  ['a live service', 'REALISTIC', async () => startLive(), true],
  ['a live service', 'ILLUSTRATED', async () => startLive(), false],
])('%s filters avatars by the render style %s', async (_, renderStyle, start, isFound) => {
  const { run } = await start();
  const data = await expectData(
    run(
      'query ($renderStyle: AvatarRenderStyle) { avatars(renderStyle: $renderStyle) { items { id } } avatarsConnection(renderStyle: $renderStyle) { edges { cursor } } }',
      { renderStyle },
    ),
  );
  expect(data.avatars.items.length > 0).toBe(isFound);
  expect(data.avatarsConnection.edges.length > 0).toBe(isFound);
});

const VOICE = `mutation ($file: Upload, $enhance: Boolean) {
  createVoice(input: { displayName: "Ada", audio: { file: $file }, enhance: $enhance }) {
    voice { displayName }
  }
}`;

test.each([true, false])('a recording with enhance %s is sent as a form', async (enhance) => {
  const forms: Record<string, unknown>[] = [];
  const upstream = await startUpstream(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const type = request.headers['content-type'] ?? '';
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    forms.push(Object.fromEntries(form));
    sendJson(response, 201, { id: 'v1', displayName: 'Ada' });
  });
  const { upload } = await start({ upstream, extensions: 'all' });
  const { errors } = await upload(VOICE, { file: null, enhance }, { file: seedSample() });
  expect(errors).toBeUndefined();
  expect(forms).toMatchObject([{ name: 'Ada', enhance: String(enhance) }]);
});

test.each([true, false])('the built-in service accepts enhance %s', async (enhance) => {
  const { upload } = await start();
  const data = await expectData(upload(VOICE, { file: null, enhance }, { file: seedSample() }));
  expect(data.createVoice.voice).toStrictEqual({ displayName: 'Ada' });
});
