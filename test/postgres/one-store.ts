import { expect } from 'vitest';
import type { StoreLocation } from '../../src/avatar-service/store/store-location.ts';
import { startAvatarService } from '../support/avatar-service.ts';
import { createAvatarInit, seedImageBytes } from '../support/files.ts';

/** Expects that two services over a database apply all concurrent updates, and serve each other's images. */
export async function expectOneStore(place: StoreLocation): Promise<void> {
  const one = await startAvatarService({ place });
  const other = await startAvatarService({ place });
  const id = crypto.randomUUID();
  await one.store.tools.insert({ id, count: 0 });
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? one : other).store.tools.change(id, (tool) => ({
        ...tool,
        count: Number(tool.count) + 1,
      })),
    ),
  );
  expect(await other.store.tools.find(id)).toStrictEqual({ id, count: 40 });
  const { body: created } = await one.send('POST /v1/avatars', createAvatarInit().body);
  const { body: avatar } = await other.send(`GET /v1/avatars/${created.id}`);
  expect(avatar.imageUrl.startsWith(other.url)).toBe(true);
  const image = await fetch(avatar.imageUrl);
  expect(image.headers.get('content-type')).toBe('image/png');
  expect(new Uint8Array(await image.arrayBuffer())).toStrictEqual(seedImageBytes('png'));
}
