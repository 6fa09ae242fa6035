import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Response } from '@whatwg-node/fetch';
import { hasEntityTag } from '../../shared/entity-tag.ts';

/** A file of a page, in memory with and without compression. */
export interface Asset {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
  /** A weak ETag, common to both. */
  readonly etag: string;
  /** Its media type. */
  readonly type: string;
}

/** Compresses a file once, for all requests. */
export async function encodeAsset(file: Uint8Array, type: string): Promise<Asset> {
  const plain = new Uint8Array(file);
  return {
    plain,
    gzipped: new Uint8Array(await promisify(gzip)(plain)),
    etag: `W/"${hash('sha256', plain, 'base64url')}"`,
    type,
  };
}

/** Accepts gzip, unless its weight is zero. */
const GZIP = /(?:^|[,\s])gzip\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i;

/** Returns a file, compressed if the client accepts it, or 304 if the client has it. */
export function serveAsset(
  request: Request,
  { plain, gzipped, etag, type }: Asset,
  headers: Readonly<Record<string, string>>,
): Response {
  const isGzipped = GZIP.test(request.headers.get('accept-encoding') ?? '');
  const responseHeaders = {
    etag,
    'content-type': type,
    vary: 'accept, accept-encoding',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...headers,
    ...(isGzipped && { 'content-encoding': 'gzip' }),
  };
  if (hasEntityTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: responseHeaders });
  return new Response(isGzipped ? gzipped : plain, { headers: responseHeaders });
}
