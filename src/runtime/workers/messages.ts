import type { Worker } from 'node:cluster';
import { z } from 'zod';

/** What a worker tells its primary. */
export const FromWorker = z.discriminatedUnion('type', [
  /** It serves; with what a person wants to know of it. */
  z.object({ type: z.literal('serving'), url: z.string(), summary: z.array(z.string()) }),
  /** Somebody asks it for the metrics of all workers. */
  z.object({ type: z.literal('asks for all metrics') }),
  /** Its own metrics, as they were asked for under `id`. */
  z.object({
    type: z.literal('own metrics'),
    id: z.number(),
    metrics: z.array(z.looseObject({})),
  }),
]);
export type FromWorker = z.output<typeof FromWorker>;

/** What a primary tells a worker. */
export const FromPrimary = z.discriminatedUnion('type', [
  /** It shall finish what is under way, for `grace` milliseconds at most, and end. */
  z.object({ type: z.literal('end'), grace: z.number() }),
  z.object({ type: z.literal('tell own metrics'), id: z.number() }),
  z.object({ type: z.literal('all metrics'), text: z.string() }),
]);
export type FromPrimary = z.output<typeof FromPrimary>;

/** Tells a worker, unless it is already gone. */
export function sendMessage(worker: Worker, message: FromPrimary): void {
  if (worker.isConnected()) worker.send(message);
}
