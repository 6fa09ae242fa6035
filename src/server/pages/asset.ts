import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Response } from '@whatwg-node/fetch';
import { hasEntityTag } from '../../shared/entity-tag.ts';

type Encoding = 'br' | 'gzip' | 'identity';

/** A file of a page, in memory in each content encoding. */
export interface Asset {
  readonly bytes: Readonly<Record<Encoding, Uint8Array<ArrayBuffer>>>;
  /** A weak ETag, common to all encodings. */
  readonly etag: string;
  /** Its media type. */
  readonly type: string;
}

/** Compresses a file once, for all requests. */
export async function encodeAsset(file: Uint8Array, type: string): Promise<Asset> {
  const plain = new Uint8Array(file);
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(plain, { level: 6 }),
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  ]);
  return {
    bytes: { br: new Uint8Array(brotli), gzip: new Uint8Array(gzipped), identity: plain },
    etag: `W/"${createHash('sha256').update(plain).digest('base64url')}"`,
    type,
  };
}

/** Selects the smallest encoding that the client accepts. */
function selectEncoding(accepted: string | null): Encoding {
  const weights = new Map(
    (accepted ?? '').split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  const accepts = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** Returns a file in the best accepted encoding, or 304 if the client has it. */
export function serveAsset(
  request: Request,
  { bytes, etag, type }: Asset,
  headers: Readonly<Record<string, string>>,
): Response {
  const encoding = selectEncoding(request.headers.get('accept-encoding'));
  const responseHeaders = {
    etag,
    'content-type': type,
    vary: 'accept, accept-encoding',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...headers,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  if (hasEntityTag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: responseHeaders });
  return new Response(bytes[encoding], { headers: responseHeaders });
}
