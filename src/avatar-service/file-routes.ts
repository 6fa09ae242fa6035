import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { DOCUMENT_TYPES } from '../contract/document-types.ts';
import { hasEntityTag } from '../shared/entity-tag.ts';
import { Busy, RangeNotSatisfiable } from './errors.ts';
import { readStored } from './file-slices.ts';
import { findOrFail } from './record-handlers.ts';
import type { FileTables } from './store/records.ts';

/** The files of one resource. They are immutable, and 404 once their record is deleted. */
export interface FileResource {
  /** Path of the resource, after the version. */
  readonly resource: 'avatars' | 'voices' | 'sessions' | 'knowledge/documents';
  /** Last path segment. */
  readonly name: 'image' | 'sample' | 'file';
  /** Noun for error messages, with its article. */
  readonly noun: string;
  readonly tables: FileTables;
  /** Authorizes a request for the file of an id, and returns headers of its response. Default: nothing. */
  readonly authorize?: (id: string, query: unknown) => Promise<Record<string, string>>;
}

/** File extensions that differ from the subtype of the media type. */
const EXTENSIONS = new Map<string, string>([
  ['audio/mpeg', 'mp3'],
  ['audio/mp4', 'm4a'],
  ...Object.entries(DOCUMENT_TYPES).map(([extension, type]) => [type, extension] as const),
]);

/** Path of an image or a sample, with a file extension for its type. */
export const getFilePath = (
  resource: FileResource['resource'],
  id: string,
  name: FileResource['name'],
  type: string,
): string => `/v1/${resource}/${id}/${name}.${EXTENSIONS.get(type) ?? type.split('/').at(-1)}`;

/** Maximum number of concurrent responses, each of which has one slice in memory. */
const MAX_CONCURRENT = 128;

/** A range of bytes. `to` is exclusive. */
interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Parses a Range header, which media players send. Returns undefined for the complete file, multiple ranges and other
 * units. RFC 9110, 14.2.
 * @throws RangeNotSatisfiable if the range starts after the end of the file.
 */
function parseRange(range: string | undefined, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (from >= size)
    throw new RangeNotSatisfiable(`The range is not satisfiable. The file has ${size} bytes.`, {
      headers: { 'content-range': `bytes */${size}` },
    });
  return { from, to };
}

/**
 * Only browsers keep a file, and revalidate it by its ETag after a minute: shared caches would serve it to anybody after
 * the record is deleted.
 */
const CACHE_CONTROL = 'private, max-age=60, must-revalidate';

async function* prepend(
  first: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/**
 * Serves the files of a resource. They require no API key, because <img>, <audio> and links cannot send one. Their URLs
 * contain an id that only authenticated clients receive. The file extension is ignored; the stored type applies.
 */
export function addFileRoutes(
  app: FastifyInstance,
  { resource, name, noun, tables, authorize }: FileResource,
): void {
  let open = 0;
  for (const url of [`/v1/${resource}/:id/${name}`, `/v1/${resource}/:id/${name}.:extension`]) {
    app.get<{ Params: { id: string } }>(url, async (request, reply) => {
      const { params, query, headers, method } = request;
      const ownHeaders = await authorize?.(params.id, query);
      const { size, type } = await findOrFail(noun, params.id, tables.findFile);
      const id = params.id.toLowerCase();
      // The file of an id never changes.
      const etag = `"${id}"`;
      const isNotModified = hasEntityTag(headers['if-none-match'], etag);
      const isCurrent = [undefined, etag].includes(headers['if-range']?.toString());
      const range = isCurrent && method === 'GET' ? parseRange(headers.range, size) : undefined;
      const span = range ?? { from: 0, to: size };
      const isRead = method !== 'HEAD' && !isNotModified;
      if (isRead) {
        if (open >= MAX_CONCURRENT)
          throw new Busy('Too many files are being read. Try again later.');
        open += 1;
        reply.raw.once('close', () => {
          open -= 1;
        });
      }
      // Read before the headers are sent, so that a failure can still change the status.
      const slices = readStored(tables, id, span);
      const first = isRead ? (await slices.next()).value : undefined;
      reply.headers({
        etag,
        'accept-ranges': 'bytes',
        'cache-control': CACHE_CONTROL,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'; sandbox",
        ...ownHeaders,
      });
      if (isNotModified) return reply.status(304).send();
      reply.type(type).header('content-length', span.to - span.from);
      if (range) {
        reply.status(206).header('content-range', `bytes ${span.from}-${span.to - 1}/${size}`);
      }
      // With any other body, Fastify would replace Content-Length for HEAD requests.
      if (!first) return reply.send(Readable.from([]));
      return reply.send(
        Readable.from(prepend(first, slices), { objectMode: false, highWaterMark: 1 }),
      );
    });
  }
}
