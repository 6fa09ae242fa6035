import { Pool } from 'undici';

/** A call of the upstream. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string | null;
}

/** Calls with undici alone and nothing around it: no time limit, no check of what comes back. */
export function bareUpstream(url: string): (call: Call) => Promise<Buffer> {
  const pool = new Pool(url);
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  return ({ method, path, body = null }) =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      pool.dispatch(
        { method, path, headers, body },
        {
          onRequestStart() {},
          onResponseStart() {},
          onResponseData(_, chunk) {
            chunks.push(chunk);
          },
          onResponseEnd() {
            const [first] = chunks;
            resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks));
          },
          onResponseError(_, error) {
            reject(error);
          },
        },
      );
    });
}
