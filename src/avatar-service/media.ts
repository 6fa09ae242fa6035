import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Busy, RangeNotSatisfiable } from './errors.ts';
import { findOrFail } from './ids.ts';
import { rejectOtherMethods } from './router.ts';
import type { MediaTables } from './store/store.ts';

/** Pictures or samples of one resource, which never change. */
export interface MediaResource {
  /** The resource's part of the path. */
  readonly resource: 'avatars' | 'voices';
  /** The last part of the path. */
  readonly name: 'image' | 'sample';
  /** What messages call the resource. */
  readonly what: string;
  readonly tables: MediaTables;
}

/** Endings of types that are not called so themselves. */
const ENDINGS = new Map([
  ['audio/mpeg', 'mp3'],
  ['audio/mp4', 'm4a'],
]);

/** Path of a picture or a sample; the ending tells readers what it is. */
export const mediaPath = (
  resource: MediaResource['resource'],
  id: string,
  name: MediaResource['name'],
  type: string,
): string => `/v1/${resource}/${id}/${name}.${ENDINGS.get(type) ?? type.split('/').at(-1)}`;

/** Whether a reader's If-None-Match has this entity tag. RFC 9110, 13.1.2: weak comparison. */
const has = (ifNoneMatch: string | undefined, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));

/** Bytes of one file that are in memory for one reader, however slowly they read. */
const SLICE = 512 * 1024;

/** Files that are being read at the same time, at most: with the slices, the memory that they take. */
const AT_ONCE = 128;

/** Bytes from `from` to before `to`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The bytes that a Range header asks for; undefined for all of them, also where it asks for several ranges or in other
 * units. Players ask for parts of what they play. RFC 9110, 14.2.
 * @throws RangeNotSatisfiable where there are none there.
 */
function spanOf(range: string | undefined, size: number): Span | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (from >= size) throw new RangeNotSatisfiable(size);
  return { from, to };
}

/** A file from its store, slice by slice as it is read. It was told how long it is, so one that is gone is a fault. */
async function* slicesOf(
  tables: MediaTables,
  id: string,
  first: Uint8Array,
  { from, to }: Span,
): AsyncGenerator<Uint8Array> {
  yield first;
  for (let at = from + first.length; at < to; at += SLICE) {
    const slice = await tables.mediaSlice(id, at, Math.min(SLICE, to - at));
    if (!slice) throw new Error('A file is gone while it is read.');
    yield slice;
  }
}

/**
 * Serves the pictures or samples of a resource. They are for <img> and <audio>, which can send no key; their addresses
 * hold an id that only a caller with a key has seen. The ending of the address is for readers; the type comes from the
 * content.
 */
export function addMedia(
  app: FastifyInstance,
  { resource, name, what, tables }: MediaResource,
): void {
  let open = 0;
  for (const url of [`/v1/${resource}/:id/${name}`, `/v1/${resource}/:id/${name}.:ending`]) {
    app.get<{ Params: { id: string } }>(url, async (request, reply) => {
      const { params, headers, method } = request;
      const { size, type } = await findOrFail(what, params.id, tables.media);
      const id = params.id.toLowerCase();
      // The file of an id is always the same.
      const etag = `"${id}"`;
      const isKnown = has(headers['if-none-match'], etag);
      const isCurrent = [undefined, etag].includes(headers['if-range']?.toString());
      const range = isCurrent && method === 'GET' ? spanOf(headers.range, size) : undefined;
      const span = range ?? { from: 0, to: size };
      const isRead = method !== 'HEAD' && !isKnown;
      if (isRead) {
        if (open >= AT_ONCE) throw new Busy('Too many files are being read.');
        open += 1;
        reply.raw.once('close', () => {
          open -= 1;
        });
      }
      // Before anything is said of the answer.
      const first = isRead
        ? await tables.mediaSlice(id, span.from, Math.min(SLICE, span.to - span.from))
        : undefined;
      reply.headers({
        etag,
        'accept-ranges': 'bytes',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      if (isKnown) return reply.status(304).send();
      reply.type(type).header('content-length', span.to - span.from);
      if (range) {
        reply.status(206).header('content-range', `bytes ${span.from}-${span.to - 1}/${size}`);
      }
      // Fastify would count the bytes of any other body that a HEAD does not have.
      if (!first) return reply.send(Readable.from([]));
      return reply.send(
        Readable.from(slicesOf(tables, id, first, span), { objectMode: false, highWaterMark: 1 }),
      );
    });
    rejectOtherMethods(app, url, ['GET']);
  }
}
