import { inject } from 'vitest';
import { seed } from '../../src/avatar-service/seed/seed.ts';
import {
  type AvatarServiceOptions,
  createAvatarService,
} from '../../src/avatar-service/service.ts';
import { openStore } from '../../src/avatar-service/store/database.ts';
import type { Store } from '../../src/avatar-service/store/store.ts';
import type { StoreLocation } from '../../src/avatar-service/store/store-location.ts';
import { onFinished } from './on-finished.ts';
import { createKeys, type Keys } from './prepare-stores.ts';
import { tempPlace } from './store-location.ts';

/** A running avatar service, called over HTTP. */
export interface RunningService {
  readonly url: string;
  readonly store: Store;
  readonly place: StoreLocation;
  readonly keys: Keys;
  /** Sends a request with the pro plan's key, or with `init.key`; null sends none. */
  ask(path: string, init?: RequestInit & { key?: string | null }): Promise<Response>;
  /** Sends a request with a JSON body. */
  askJson(method: string, path: string, body: unknown): Promise<Response>;
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
  if (seeded && !prepared) await seed(store);
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
  const keys = prepared?.keys ?? (await createKeys(store));
  const ask: RunningService['ask'] = (path, { key = keys.pro, headers, ...init } = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    });
  return {
    url,
    store,
    place,
    keys,
    ask,
    askJson: (method, path, body) =>
      ask(path, {
        method,
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
  };
}
