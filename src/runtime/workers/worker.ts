import { z } from 'zod';
import { type LimitStore, LimitsUnavailableError } from '../../policy/limits.ts';
import type { RateLimiter } from '../../server/limits/rate-limits.ts';
import type { ProcessGroup, Running } from '../process.ts';
import {
  FromPrimary,
  type PrimaryQuestion,
  sendToPrimary,
  type WorkerQuestion,
} from './ipc-messages.ts';
import { Peer } from './peer.ts';

/**
 * How long a worker waits for a response, in milliseconds. Shorter if it can continue without one; longer for joining,
 * when all workers start.
 */
const TIMEOUT = 1_000;
const LIMITS_TIMEOUT = 5_000;
const METRICS_TIMEOUT = 5_000;
const JOIN_TIMEOUT = 30_000;

type Primary = Peer<PrimaryQuestion>;

const Wait = z.number().optional();

/**
 * Creates rate limits that the primary counts for all workers. If it does not respond, the worker counts in its own
 * memory.
 */
const shareRateLimits = (primary: Primary, own: RateLimiter): RateLimiter => ({
  consume: async (subject, charges) => {
    const answer = await primary
      .ask({ ask: 'count', subject, charges }, TIMEOUT)
      .then(Wait.safeParse, () => undefined);
    return answer?.success ? answer.data : own.consume(subject, charges);
  },
});

const Shortage = z
  .object({ charge: z.number().optional(), resetsAt: z.number() })
  .transform(({ charge, resetsAt }) => ({ charge, resetsAt }))
  .optional();

const Usage = z.object({ counts: z.array(z.number()), ends: z.array(z.number()) });

/**
 * Creates counters of the policy that the primary keeps for all workers. If it does not respond, no limited session
 * tokens are created.
 */
function createLimits(primary: Primary): LimitStore {
  /** @throws LimitsUnavailableError without a valid answer. */
  const ask = async <Output>(
    question: PrimaryQuestion,
    schema: z.ZodType<Output>,
  ): Promise<Output> => {
    try {
      return schema.parse(await primary.ask(question, LIMITS_TIMEOUT));
    } catch (cause) {
      throw new LimitsUnavailableError({ cause });
    }
  };
  return {
    take: ({ id, charges, lease }, now) =>
      ask({ ask: 'take', mint: { id, charges, lease }, now }, Shortage),
    giveBack: ({ id, charges, lease }) =>
      ask({ ask: 'give back', mint: { id, charges, lease } }, z.void()),
    release: (mints) => ask({ ask: 'release', mints }, z.void()),
    read: (counters, holder, now) => ask({ ask: 'read', counters, holder, now }, Usage),
    reset: (counters, holder) => ask({ ask: 'reset', counters, holder }, z.void()),
  };
}

/** A worker that has joined the others of its primary. */
export interface Worker extends ProcessGroup {
  /**
   * Tells the primary that this worker is serving.
   * @param end called when it has to finish its requests within `grace` milliseconds, and exit.
   */
  serve(running: Running, end: (grace: number) => void): void;
}

/** Joins the workers of one primary, which keeps their shared state. */
export async function joinWorkers(): Promise<Worker> {
  const primary: Primary = new Peer(sendToPrimary);
  /** Called with the credential whose data another worker's caller has changed. */
  let onChange: ((credentialId: string) => void) | undefined;
  let served: { readonly running: Running; readonly end: (grace: number) => void } | undefined;
  const answer = async (question: WorkerQuestion) => {
    if (question.ask === 'metrics') return served?.running.metrics();
    return onChange?.(question.credentialId);
  };
  process.on('message', (received: unknown) => {
    const message = FromPrimary.safeParse(received).data;
    if (message?.type === 'end') served?.end(message.grace);
    else if (message) primary.receive(message, answer);
  });
  const key = z.base64url().parse(await primary.ask({ ask: 'join' }, JOIN_TIMEOUT));
  return {
    fingerprintKey: Buffer.from(key, 'base64url'),
    collect: async () => z.string().parse(await primary.ask({ ask: 'metrics' }, METRICS_TIMEOUT)),
    shareRateLimits: (own) => shareRateLimits(primary, own),
    limits: createLimits(primary),
    // Workers that do not answer in time show the change by the time of the setting.
    noteChange: async (credentialId) => {
      await primary.ask({ ask: 'note change', credentialId }, TIMEOUT).catch(() => undefined);
    },
    onChange: (listener) => {
      onChange = listener;
    },
    serve: (running, end) => {
      served = { running, end };
      sendToPrimary({ type: 'serving', summary: running.summary });
    },
  };
}
