import { inject } from 'vitest';
import type { AvatarServiceOptions } from '../../src/avatar-service/handler-services.ts';
import { createAvatarService } from '../../src/avatar-service/service.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import type { Store } from '../../src/avatar-service/store/store.ts';
import type { StoreLocation } from '../../src/avatar-service/store/store-location.ts';
import { onFinished } from './resources.ts';
import { fillStore } from './sample/fill-store.ts';
import { createKeys, type Keys } from './setup/prepare-stores.ts';
import { tempPlace } from './stores.ts';

/** A running avatar service, called over HTTP. */
export interface RunningService {
  readonly url: string;
  readonly store: Store;
  readonly place: StoreLocation;
  readonly keys: Keys;
  /** Sends a request with the pro plan's key, or with `init.key`; null sends none. */
  ask(path: string, init?: RequestInit & { key?: string | null }): Promise<Response>;
  /** Sends a request such as `PUT /v1/llms/x`, with a form or a value as JSON, and reads the JSON of its response. */
  send(line: string, body?: unknown, key?: string | null): ReturnType<typeof readResponse>;
}

type Options = Partial<AvatarServiceOptions> & {
  readonly seeded?: boolean;
  readonly place?: StoreLocation;
};

/** Starts the service on a free port with its own store, until the end of the running test or file. Internal errors fail the test. */
export async function startAvatarService({
  seeded,
  ...options
}: Options = {}): Promise<RunningService> {
  const isOwn = options.place !== undefined || options.store !== undefined;
  const prepared = isOwn ? undefined : inject('stores')[seeded ? 'seeded' : 'empty'];
  const place = options.place ?? (await tempPlace(prepared?.source));
  const store = options.store ?? (await openStore(place));
  if (seeded && !prepared) await fillStore(store);
  const faults: unknown[] = [];
  const service = createAvatarService({
    onError: (error) => faults.push(error),
    ...options,
    store,
  });
  const url = await service.listen({ host: '127.0.0.1', port: 0 });
  onFinished(async () => {
    service.server.closeAllConnections();
    await service.close();
    // A request whose client has gone may still read the store while it closes.
    const [fault] = faults;
    await store.close();
    if (fault !== undefined) throw fault;
  });
  return { store, place, ...createCalls(url, prepared?.keys ?? (await createKeys(store))) };
}

/** Creates the calls of a service with the keys of an account. */
function createCalls(url: string, keys: Keys): Omit<RunningService, 'store' | 'place'> {
  const ask: RunningService['ask'] = (path, { key = keys.pro, headers, ...init } = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    });
  return {
    url,
    keys,
    ask,
    send: (line, body, key = keys.pro) => {
      const [method = '', path = ''] = line.split(' ');
      const isPlain = body === undefined || body instanceof FormData;
      const init = isPlain ? { method, ...(body && { body }) } : createJsonInit(method, body);
      return readResponse(ask(path, { ...init, key }));
    },
  };
}

/** Opens a new account, without records: the tests of a file share a service if each has its own account. */
export async function openAccount(service: RunningService): Promise<RunningService> {
  const { url, store } = service;
  return { ...service, ...createCalls(url, await createKeys(store, crypto.randomUUID())) };
}

/** A request with a value as JSON, or with text that is sent as JSON. */
export const createJsonInit = (method: string, body: unknown) => ({
  method,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

/** Waits for a response and reads its JSON; `body` is undefined for an empty body. */
export async function readResponse(request: Promise<Response>) {
  const response = await request;
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
