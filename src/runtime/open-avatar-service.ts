import { randomBytes } from 'node:crypto';
import type { AvatarServiceOptions } from '../avatar-service/handler-services.ts';
import type { Config } from './config/config.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/**
 * Opens the store, seeds a new one, and creates the built-in avatar service. Its modules are loaded here only, because a
 * process in front of another upstream does not need them.
 * @throws StoreError if the store cannot be opened.
 */
export async function openAvatarService(
  config: Config,
  telemetry: Telemetry,
  options: Pick<AvatarServiceOptions, 'publicUrl' | 'developmentKey' | 'isAcceptingRequests'>,
) {
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

/**
 * Starts the built-in avatar service on a free loopback port, for the API of the same process.
 * @param options.developmentKey an API key that only this process, or those that share its state, know.
 * @throws StoreError if the store cannot be opened.
 */
export async function embedAvatarService(
  config: Config,
  telemetry: Telemetry,
  {
    publicUrl,
    developmentKey = randomBytes(32).toString('base64url'),
  }: Pick<AvatarServiceOptions, 'publicUrl'> & { readonly developmentKey: string | undefined },
) {
  const options = { developmentKey, ...(publicUrl && { publicUrl }) };
  await using unfinished = new AsyncDisposableStack();
  const opened = await openAvatarService(config, telemetry, options);
  unfinished.defer(opened.close);
  // Exclusive, because each of several workers has its own.
  const url = await opened.service.listen({ host: '127.0.0.1', port: 0, exclusive: true });
  unfinished.move();
  return { ...opened, url, developmentKey };
}
