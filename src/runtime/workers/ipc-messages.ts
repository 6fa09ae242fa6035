import type { Worker } from 'node:cluster';
import { z } from 'zod';
import { PERIODS } from '../../policy/mint-schema.ts';
import { RATE_LIMIT_BUCKETS } from '../../server/limits/rate-limits.ts';

const Window = z.object({ startsAt: z.number(), endsAt: z.number() });

const Counters = z.array(z.object({ counter: z.string(), window: Window })).readonly();

const Charge = z.object({
  counter: z.string(),
  window: Window.extend({ per: z.enum(PERIODS) }),
  amount: z.number(),
  max: z.number(),
});

const Mint = z.object({
  id: z.string(),
  charges: z.array(Charge).readonly(),
  lease: z.object({ holder: z.string(), max: z.number(), until: z.number() }).optional(),
});

/** Says that a credential has changed data. Answered once those who are told know. */
const NoteChange = z.object({ ask: z.literal('note change'), credentialId: z.string() });

/** What a worker asks of the primary, which holds what all workers share. */
export const PrimaryQuestion = z.discriminatedUnion('ask', [
  /** Joins the group. Answered with the key of credential fingerprints, in base64url. */
  z.object({ ask: z.literal('join') }),
  /** Counts against the rate limits. */
  z.object({
    ask: z.literal('count'),
    subject: z.object({ id: z.string().optional(), address: z.string().optional() }),
    charges: z.array(z.tuple([z.enum(RATE_LIMIT_BUCKETS), z.number()]).readonly()).readonly(),
  }),
  /** The counters of the policy, as in `LimitStore`. */
  z.object({ ask: z.literal('take'), mint: Mint, now: z.number() }),
  z.object({ ask: z.literal('give back'), mint: Mint }),
  z.object({ ask: z.literal('release'), mints: z.array(z.string()).readonly() }),
  z.object({ ask: z.literal('read'), counters: Counters, holder: z.string(), now: z.number() }),
  z.object({ ask: z.literal('reset'), counters: Counters, holder: z.string() }),
  /** Tells the other workers. */
  NoteChange,
  /** Asks for the metrics of all workers, in Prometheus's text format. */
  z.object({ ask: z.literal('metrics') }),
]);
export type PrimaryQuestion = z.output<typeof PrimaryQuestion>;

/** What the primary asks of a worker. */
export const WorkerQuestion = z.discriminatedUnion('ask', [
  NoteChange,
  /** Asks for the worker's own metrics, in prom-client's JSON format. */
  z.object({ ask: z.literal('metrics') }),
]);
export type WorkerQuestion = z.output<typeof WorkerQuestion>;

/** Answers the question with this id. Without success, there is no answer. */
const Answer = z.object({
  type: z.literal('answer'),
  id: z.number(),
  isSuccess: z.boolean(),
  answer: z.unknown().optional(),
});
export type Answer = z.output<typeof Answer>;

export const FromWorker = z.discriminatedUnion('type', [
  /** The worker is serving; with its startup summary. */
  z.object({ type: z.literal('serving'), summary: z.array(z.string()).readonly() }),
  z.object({ type: z.literal('question'), id: z.number(), question: PrimaryQuestion }),
  Answer,
]);
export type FromWorker = z.output<typeof FromWorker>;

export const FromPrimary = z.discriminatedUnion('type', [
  /** Finish requests for at most `grace` milliseconds, then exit. */
  z.object({ type: z.literal('end'), grace: z.number() }),
  z.object({ type: z.literal('question'), id: z.number(), question: WorkerQuestion }),
  Answer,
]);
export type FromPrimary = z.output<typeof FromPrimary>;

/** Sends a message to the primary, unless it has exited. */
export function sendToPrimary(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}

/** Sends a message to a worker, unless it has exited. */
export function sendToWorker(worker: Worker, message: FromPrimary): void {
  if (worker.isConnected()) worker.send(message);
}
