import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Busy } from './errors.ts';
import { findOrFail } from './ids.ts';
import { rejectOtherMethods } from './router.ts';
import type { Store } from './store/store.ts';

/** Whether a reader's If-None-Match has this entity tag. RFC 9110, 13.1.2: weak comparison. */
const has = (ifNoneMatch: string | undefined, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));

/** Bytes of a picture that are in memory for one reader, however slowly they read. */
const SLICE = 512 * 1024;

/** Pictures that are being read at the same time, at most: with the slices, the memory that they take. */
const AT_ONCE = 128;

/** A picture from its store, slice by slice as it is read. It was told how long it is, so one that is gone is a fault. */
async function* slicesOf(
  { avatars }: Store,
  id: string,
  first: Uint8Array,
  size: number,
): AsyncGenerator<Uint8Array> {
  yield first;
  for (let from = first.length; from < size; from += SLICE) {
    const slice = await avatars.pictureSlice(id, from, SLICE);
    if (!slice) throw new Error('An image was removed while it was read.');
    yield slice;
  }
}

/**
 * Serves avatars' pictures, which never change. They are for <img>, which can send no key; their addresses hold an id
 * that only a caller with a key has seen. The ending of the address is for readers; the type comes from the content.
 */
export function addPictures(app: FastifyInstance, store: Store): void {
  let open = 0;
  for (const url of ['/v1/avatars/:id/image', '/v1/avatars/:id/image.:ending']) {
    app.get<{ Params: { id: string } }>(url, async (request, reply) => {
      const { params, headers, method } = request;
      const { size, type } = await findOrFail('an avatar', params.id, store.avatars.picture);
      const id = params.id.toLowerCase();
      // The picture of an id is always the same.
      const etag = `"${id}"`;
      const isKnown = has(headers['if-none-match'], etag);
      const isRead = method !== 'HEAD' && !isKnown;
      if (isRead) {
        if (open >= AT_ONCE) throw new Busy('Too many images are being read. Try again later.');
        open += 1;
        reply.raw.once('close', () => {
          open -= 1;
        });
      }
      // Before anything is said of the answer.
      const first = isRead ? await store.avatars.pictureSlice(id, 0, SLICE) : undefined;
      reply.headers({
        etag,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      if (isKnown) return reply.status(304).send();
      reply.type(type).header('content-length', size);
      // Fastify would count the bytes of any other body that a HEAD does not have.
      if (!first) return reply.send(Readable.from([]));
      return reply.send(
        Readable.from(slicesOf(store, id, first, size), { objectMode: false, highWaterMark: 1 }),
      );
    });
    rejectOtherMethods(app, url, ['GET']);
  }
}
