import type { Worker } from 'node:cluster';
import { z } from 'zod';

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
]);
export type FromWorker = z.output<typeof FromWorker>;

export const FromPrimary = z.discriminatedUnion('type', [
  /** Finish requests for at most `grace` milliseconds, then exit. */
  z.object({ type: z.literal('end'), grace: z.number() }),
  z.object({ type: z.literal('request-metrics'), id: z.number() }),
  z.object({ type: z.literal('all-metrics'), text: z.string() }),
]);
export type FromPrimary = z.output<typeof FromPrimary>;

/** Sends a message to a worker, unless it has exited. */
export function sendMessage(worker: Worker, message: FromPrimary): void {
  if (worker.isConnected()) worker.send(message);
}
