import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AvatarServiceOptions } from '../avatar-service/handler-services.ts';
import type { Config } from './config/config.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/** The built-in avatar service over its open store. */
export interface OpenAvatarService {
  /** Listens nowhere yet. */
  readonly service: FastifyInstance;
  readonly isAlive: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the store, seeds a new one, and creates the built-in avatar service. Its modules are loaded here only, because a
 * process in front of another upstream does not need them.
 * @throws StoreError if the store cannot be opened.
 */
export async function openAvatarService(
  config: Config,
  telemetry: Telemetry,
  options: Pick<AvatarServiceOptions, 'publicUrl' | 'developmentKey' | 'isAcceptingRequests'>,
): Promise<OpenAvatarService> {
  const [{ seed }, { createAvatarService }, { openStore }] = await Promise.all([
    import('../avatar-service/seed/seed.ts'),
    import('../avatar-service/service.ts'),
    import('../avatar-service/store/database.ts'),
  ]);
  await using unfinished = new AsyncDisposableStack();
  const store = await openStore(config.store);
  unfinished.defer(store.close);
  if (store.connections) telemetry.observe({ getDatabaseConnections: store.connections });
  await seed(store);
  const service = createAvatarService({
    ...options,
    store,
    allowPrivateImageUrls: config.avatarService.allowPrivateImageUrls,
    storage: config.avatarService.storage,
    onError: telemetry.logFault,
  });
  unfinished.defer(() => service.close());
  const resources = unfinished.move();
  return { service, isAlive: store.isAlive, close: () => resources.disposeAsync() };
}

/** The built-in avatar service behind the API of the same process. */
export interface EmbeddedAvatarService extends OpenAvatarService {
  /** Base URL, on a free loopback port. */
  readonly url: string;
  /** An API key that only this process knows. */
  readonly developmentKey: string;
}

/**
 * Starts the built-in avatar service on a free loopback port.
 * @throws StoreError if the store cannot be opened.
 */
export async function embedAvatarService(
  config: Config,
  telemetry: Telemetry,
  {
    publicUrl,
    developmentKey = randomBytes(32).toString('base64url'),
  }: Pick<AvatarServiceOptions, 'publicUrl'> & { readonly developmentKey: string | undefined },
): Promise<EmbeddedAvatarService> {
  const options = { developmentKey, ...(publicUrl && { publicUrl }) };
  await using unfinished = new AsyncDisposableStack();
  const opened = await openAvatarService(config, telemetry, options);
  unfinished.defer(opened.close);
  // Exclusive, because each of several workers has its own.
  const url = await opened.service.listen({ host: '127.0.0.1', port: 0, exclusive: true });
  unfinished.move();
  return { ...opened, url, developmentKey };
}
