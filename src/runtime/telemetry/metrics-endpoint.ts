import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CreateErrorBody, sendError } from '../../shared/http-errors.ts';
import { isLoopback } from '../../shared/loopback.ts';
import type { Secret } from '../../shared/secret.ts';
import type { Log } from './log.ts';

const hashText = (text: string) => hash('sha256', text, 'buffer');

const READ_METHODS = ['GET', 'HEAD'];

const isAllowed = (header: string | undefined, token: Secret) =>
  timingSafeEqual(hashText(header ?? ''), hashText(`Bearer ${token.reveal()}`));

/** Whether a Host header names this machine. A page whose own name resolves to it (DNS rebinding) sends that name. */
const isLoopbackHost = (host: string | undefined) =>
  isLoopback(URL.parse(`http://${host}`)?.hostname ?? '');

interface MetricsOptions {
  readonly metricsToken?: Secret | undefined;
  /** Whether requests to a loopback host may read the metrics if no token is required. Otherwise nobody may. */
  readonly hasOpenMetrics: boolean;
  readonly log: Log;
  readonly contentType: string;
  readonly collect: () => Promise<string>;
}

/** Creates the function that responds to requests for /metrics. Errors have the format of the port. */
export const createMetricsEndpoint =
  ({ metricsToken, hasOpenMetrics, log, contentType, collect }: MetricsOptions) =>
  async (
    { method = '', headers }: IncomingMessage,
    response: ServerResponse,
    errorBody: CreateErrorBody,
  ): Promise<void> => {
    const reject = (status: number, message: string, headers?: Record<string, string>) =>
      sendError(response, { status, message }, errorBody, headers);
    if (!READ_METHODS.includes(method)) {
      return reject(405, 'Metrics are read-only.', { allow: READ_METHODS.join(', ') });
    }
    if (!metricsToken && !(hasOpenMetrics && isLoopbackHost(headers.host))) {
      return reject(403, 'METRICS_TOKEN is not set, so metrics are available only on loopback.');
    }
    if (metricsToken && !isAllowed(headers.authorization, metricsToken)) {
      const challenge = { 'www-authenticate': 'Bearer' };
      return reject(401, 'Metrics require METRICS_TOKEN as a bearer token.', challenge);
    }
    try {
      const text = await collect();
      response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' });
      response.end(text);
    } catch (error) {
      log.error({ err: error }, 'metrics cannot be collected');
      reject(500, 'The metrics cannot be collected.');
    }
  };
