import { once } from 'node:events';
import { createServer } from 'node:net';
import { getErrorCode, getErrorMessage } from '../../shared/thrown-errors.ts';
import type { Config } from '../config/config.ts';
import { explainListenError } from '../listen-error.ts';
import type { Check } from './check.ts';
import { failed, ok, warn } from './finding.ts';

/** Addresses that listen on every network, and where to reach them. */
const WILDCARDS: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** Whether a program like this one answers there. */
const isHealthy = ({ host, port }: Config['listener'], signal: AbortSignal) =>
  fetch(`http://${WILDCARDS[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}/health`, {
    signal,
    redirect: 'error',
  }).then(
    async ({ status, body }) => {
      await body?.cancel();
      return status === 200;
    },
    () => false,
  );

/** Checks that the program can listen on HOST and PORT. */
export const portCheck: Check<Config> = {
  name: 'port',
  deadline: 5_000,
  run: async ({ listener }, signal) => {
    const { host, port } = listener;
    const server = createServer();
    try {
      server.listen({ host, port, exclusive: true });
      await once(server, 'listening', { signal });
      return ok(
        port === 0 ? `A free port of ${host} is used.` : `Port ${port} on ${host} is free.`,
      );
    } catch (error) {
      if (
        getErrorCode(error) === 'EADDRINUSE' &&
        (await isHealthy(listener, AbortSignal.any([signal, AbortSignal.timeout(2_000)])))
      ) {
        return warn(
          `Port ${port} on ${host} is in use by a program that responds to /health.`,
          'Ignore this if it is the running avatar-graphql. Otherwise set PORT to a different port.',
        );
      }
      const sentence =
        explainListenError(error, listener) ??
        `The program cannot listen: ${getErrorMessage(error)}.`;
      return failed(sentence, 'Correct HOST or PORT, or stop the program that uses the port.');
    } finally {
      server.close();
    }
  },
};
