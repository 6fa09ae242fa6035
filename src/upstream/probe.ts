import { api, type EndpointName } from '../contract/api.ts';
import { GrowableBuffer } from '../shared/growable-buffer.ts';
import { trimTrailingSlashes } from '../shared/trim-trailing-slashes.ts';
import { type ConnectionOptions, openConnections } from './connection-pool.ts';
import { decodeText } from './content-decoding.ts';
import type { Credential } from './credential.ts';
import { toUpstreamError } from './errors.ts';
import { readResponse, type WireResponse } from './response.ts';

/** A complete response of any status. */
export interface ProbeResponse extends WireResponse {
  /** Milliseconds from the request to the complete response. */
  readonly duration: number;
}

/** Sends single GET requests to an upstream, to examine its responses. */
export interface Probe {
  /** Sends a request. @throws UpstreamError if there is no complete response before `signal` aborts. */
  get(path: string, signal: AbortSignal): Promise<ProbeResponse>;
  /** Parses a response of an endpoint. @throws UpstreamError as calls of the client do. */
  read(name: EndpointName, response: WireResponse): unknown;
  close(): Promise<void>;
}

/** Maximum size of a response in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Opens a probe of the upstream at `url`. It neither retries nor follows redirects. */
export function openProbe(
  url: string,
  credential: Credential | undefined,
  options: ConnectionOptions,
): Probe {
  const { origin, pathname } = new URL(url);
  const prefix = trimTrailingSlashes(pathname);
  const dispatcher = openConnections(origin, MAX_BYTES, options);
  const headers = {
    accept: 'application/json',
    ...(credential && { authorization: credential.reveal() }),
  };
  return {
    get: async (path, signal) => {
      const start = performance.now();
      try {
        const target = { method: 'GET', path: prefix + path, headers } as const;
        const answer = await dispatcher.request({ ...target, signal });
        const body = new GrowableBuffer();
        for await (const chunk of answer.body) body.append(chunk);
        return {
          status: answer.statusCode,
          headers: answer.headers,
          text: decodeText(body.bytes, answer.headers['content-encoding'], MAX_BYTES),
          duration: performance.now() - start,
        };
      } catch (error) {
        const call = `GET ${path}`;
        const context = { call, signal: undefined, maxResponseBytes: MAX_BYTES };
        throw toUpstreamError(error, { ...context, phase: 'RESPONSE' });
      }
    },
    read: (name, response) => {
      const { method, path } = api[name];
      return readResponse(api[name], `${method} ${path}`, response, { credential });
    },
    close: () => dispatcher.destroy(),
  };
}
