import { describeLocation } from '../avatar-service/store/store-location.ts';
import { createDrain, GRACE_PERIOD } from '../listener/drain.ts';
import { limitConnections, limitSlowClients } from '../listener/limits.ts';
import { formatAddress } from '../listener/listener.ts';
import type { Config } from './config/config.ts';
import { getConnectionLimits } from './config/listener-settings.ts';
import { openAvatarService } from './open-avatar-service.ts';
import type { Running, StartOptions } from './running.ts';
import { createTelemetry } from './telemetry/telemetry.ts';

/**
 * Starts the built-in avatar service alone, for clients with their own API keys. If it cannot start, its parts are
 * released.
 * @throws StoreError if the store cannot be opened; Error with a code of node:net if the address cannot be used.
 */
export async function startAvatarService(
  config: Config,
  options: StartOptions = {},
): Promise<Running> {
  const { host, port, publicUrl, drainNotice } = config.listener;
  let isDraining = false;
  await using unfinished = new AsyncDisposableStack();
  const telemetry = await createTelemetry(config, options);
  unfinished.defer(() => telemetry.close());
  const { service, close } = await openAvatarService(config, telemetry, {
    isAcceptingRequests: () => !isDraining,
    ...(publicUrl !== undefined && { publicUrl: () => publicUrl }),
  });
  unfinished.defer(close);
  const { createServiceErrorBody } = await import('../avatar-service/errors.ts');
  service.all('/metrics', async (request, reply) => {
    reply.hijack();
    await telemetry.serveMetrics(request.raw, reply.raw, createServiceErrorBody);
  });
  const drain = createDrain(service.server);
  limitSlowClients(service.server, drain, createServiceErrorBody);
  limitConnections(service.server, getConnectionLimits(config.listener));
  const address = await service.listen({ host, port });
  const url = formatAddress(host, Number(new URL(address).port));
  const resources = unfinished.move();
  return {
    url,
    summary: [
      `Service   ${url}/v1`,
      `Data      ${describeLocation(config.store)}`,
      'Keys      create one with `avatar-graphql keys create`',
    ],
    close: async (grace = GRACE_PERIOD) => {
      isDraining = true;
      await drain.drain(grace, drainNotice);
      await resources.disposeAsync();
    },
  };
}
