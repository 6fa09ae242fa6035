import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Encoding = 'br' | 'gzip' | 'identity';

/** A file of a page, held in memory in each encoding that browsers take. */
export interface Asset {
  readonly bytes: Readonly<Record<Encoding, Uint8Array<ArrayBuffer>>>;
  /** Weak: one for every encoding of the same file. */
  readonly etag: string;
  /** Its media type. */
  readonly type: string;
}

/** Compresses a file once, for all who will ask. */
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

/** The smallest encoding that the client names and does not refuse with q=0. */
function encodingFor(accepted: string | null): Encoding {
  const weights = new Map(
    (accepted ?? '').split(',').map((item) => {
      const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const;
    }),
  );
  const takes = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/** Whether an If-None-Match names this tag, weakly compared (RFC 9110, section 13.1.2). */
const names = (ifNoneMatch: string | null, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((tag) => {
    const named = tag.trim();
    return named === '*' || named.replace(/^(?:W\/)?/, 'W/') === etag;
  });

/** Answers a request with a file: in the encoding it takes, or a 304 where it has the file already. */
export function serveAsset(
  request: Request,
  { bytes, etag, type }: Asset,
  headers: Readonly<Record<string, string>>,
): Response {
  const encoding = encodingFor(request.headers.get('accept-encoding'));
  const sent = new Headers({
    etag,
    'content-type': type,
    vary: 'accept, accept-encoding',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  if (names(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: sent });
  if (encoding !== 'identity') sent.set('content-encoding', encoding);
  return new Response(bytes[encoding], { headers: sent });
}
