import { expect, test } from 'vitest';
import { CREATE_AVATAR, form, map, part, seedImageBytes } from '../../support/files.ts';
import { file, startUploadApi } from './upload-api.ts';

const query =
  'mutation ($a: Upload!, $b: Upload!) { a: createAvatar(input: { displayName: "Ada", image: { file: $a } }) { avatar { id } } b: createAvatar(input: { displayName: "Bob", image: { file: $b } }) { avatar { id } } }';
const TWO_AVATARS = part('operations', JSON.stringify({ query, variables: { a: null, b: null } }));

test.each([
  ['a file can be used at several paths', { x: ['variables.a', 'variables.b'] }, ['Ada', 'Ada']],
  ['files follow the map in any order', { y: ['variables.b'], x: ['variables.a'] }, ['Ada', 'Bob']],
])('%s', async (_, paths, images) => {
  const { send, bodies, files } = await startUploadApi();
  const parts = [file('y', 'the image of Bob'), file('x', 'the image of Ada')];
  const { data, errors } = await send(
    form(TWO_AVATARS, map(paths), ...parts.slice(-Object.keys(paths).length)),
  );
  expect([data, errors]).toStrictEqual([
    { a: { avatar: { id: 'a1' } }, b: { avatar: { id: 'a2' } } },
    undefined,
  ]);
  expect(bodies.map((body) => /the image of (\w+)/.exec(body.toString())?.[1])).toStrictEqual(
    images,
  );
  await expect.poll(files).toStrictEqual([]);
});

test('a file is sent upstream unchanged', async () => {
  const { upload, bodies, files } = await startUploadApi();
  const image = new File([seedImageBytes('png')], 'Möwe "1".png', { type: 'image/png' });
  const { errors } = await upload(CREATE_AVATAR, { file: null }, { file: image });
  expect(errors).toBeUndefined();
  const [body] = bodies;
  expect(body?.includes(Buffer.from(seedImageBytes('png')))).toBe(true);
  expect(body?.toString()).toMatch(/filename="Möwe [^;]*1[^;]*\.png"\r\nContent-Type: image\/png/i);
  await expect.poll(files).toStrictEqual([]);
});
