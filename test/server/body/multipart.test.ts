import { expect, test } from 'vitest';
import { CREATE_AVATAR, form, map, part, seedImage, seedImageBytes } from '../../support/files.ts';
import { file, startUploadApi } from './upload-api.ts';

const query =
  'mutation ($a: Upload!, $b: Upload!) { a: createAvatar(input: { displayName: "Ada", image: { file: $a } }) { avatar { id } } b: createAvatar(input: { displayName: "Bob", image: { file: $b } }) { avatar { id } } }';
const TWO_AVATARS = part('operations', JSON.stringify({ query, variables: { a: null, b: null } }));

test('a file can be used at several paths', async () => {
  const { send, bodies, files } = await startUploadApi();
  const { errors } = await send(
    form(TWO_AVATARS, map({ one: ['variables.a', 'variables.b'] }), file('one', 'the only image')),
  );
  expect(errors).toBeUndefined();
  expect(bodies.map((body) => body.includes('the only image'))).toStrictEqual([true, true]);
  expect(await files()).toStrictEqual([]);
});

test('files may follow the map in any order', async () => {
  const { send, bodies } = await startUploadApi();
  const { data, errors } = await send(
    form(
      TWO_AVATARS,
      map({ x: ['variables.a'], y: ['variables.b'] }),
      file('y', 'the image of Bob'),
      file('x', 'the image of Ada'),
    ),
  );
  expect([data, errors]).toStrictEqual([
    { a: { avatar: { id: 'a1' } }, b: { avatar: { id: 'a2' } } },
    undefined,
  ]);
  expect(bodies.map((body) => /the image of (\w+)/.exec(body.toString())?.[1])).toStrictEqual([
    'Ada',
    'Bob',
  ]);
});

test('a file is sent upstream unchanged', async () => {
  const { upload, bodies, files } = await startUploadApi();
  const image = new File([await seedImage('png').arrayBuffer()], 'Möwe "1".png', {
    type: 'image/png',
  });
  const { errors } = await upload(CREATE_AVATAR, { file: null }, { file: image });
  expect(errors).toBeUndefined();
  const [body] = bodies;
  expect(body?.includes(Buffer.from(seedImageBytes('png')))).toBe(true);
  expect(body?.toString()).toMatch(/filename="Möwe [^;]*1[^;]*\.png"\r\nContent-Type: image\/png/i);
  expect(await files()).toStrictEqual([]);
});
