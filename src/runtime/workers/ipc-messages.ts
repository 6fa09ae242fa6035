import type { Worker } from 'node:cluster';
import { z } from 'zod';
import { RATE_LIMIT_BUCKETS } from '../../server/limits/rate-limits.ts';

export const FromWorker = z.discriminatedUnion('type', [
  /** The worker is serving; with its address and its startup summary. */
  z.object({ type: z.literal('serving'), url: z.string(), summary: z.array(z.string()) }),
  /** A client requests the metrics of all workers. */
  z.object({ type: z.literal('request-all-metrics') }),
  /** The worker's own metrics; `id` is that of the request. */
  z.object({
    type: z.literal('metrics'),
    id: z.number(),
    metrics: z.array(z.looseObject({})),
  }),
  /** Counts against the rate limits; `id` is that of the request. */
  z.object({
    type: z.literal('count'),
    id: z.number(),
    subject: z.object({ id: z.string().optional(), address: z.string().optional() }),
    charges: z.array(z.tuple([z.enum(RATE_LIMIT_BUCKETS), z.number()]).readonly()).readonly(),
  }),
]);
export type FromWorker = z.output<typeof FromWorker>;

export const FromPrimary = z.discriminatedUnion('type', [
  /** Finish requests for at most `grace` milliseconds, then exit. */
  z.object({ type: z.literal('end'), grace: z.number() }),
  z.object({ type: z.literal('request-metrics'), id: z.number() }),
  z.object({ type: z.literal('all-metrics'), text: z.string() }),
  /** The seconds to wait if a limit is exceeded. */
  z.object({ type: z.literal('counted'), id: z.number(), wait: z.number().optional() }),
]);
export type FromPrimary = z.output<typeof FromPrimary>;

/** Sends a message to the primary, unless it has exited. */
export function sendToPrimary(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

/** Sends a message to a worker, unless it has exited. */
export function sendMessage(worker: Worker, message: FromPrimary): void {
  if (worker.isConnected()) worker.send(message);
}
