import { z } from 'zod';
import { type LimitStore, LimitsUnavailableError } from '../../policy/limits.ts';
import type { RateLimiter } from '../../server/limits/rate-limits.ts';
import type { ProcessGroup } from '../process.ts';
import { FromPrimary, type Question, sendToPrimary } from './ipc-messages.ts';

/**
 * How long a worker waits for an answer, in milliseconds: less where it can go on without. When it joins, all workers start.
 */
const TIMEOUT = 1_000;
const LIMITS_TIMEOUT = 5_000;
const METRICS_TIMEOUT = 5_000;
const JOIN_TIMEOUT = 30_000;

class PrimaryUnavailableError extends Error {
  override name = 'PrimaryUnavailableError' as const;
}

const waiting = new Map<number, (answer: FromPrimary & { readonly type: 'answer' }) => void>();
let lastId = 0;

/** Asks the primary. @throws PrimaryUnavailableError if it cannot answer, or not in time. */
const ask = (question: Question, timeout: number = TIMEOUT): Promise<unknown> =>
  new Promise((resolve, reject) => {
    lastId += 1;
    const id = lastId;
    const end = () => {
      clearTimeout(timer);
      waiting.delete(id);
    };
    const fail = () => {
      end();
      reject(new PrimaryUnavailableError('The primary process does not answer.'));
    };
    // Only after what has arrived while this process was busy.
    const timer = setTimeout(() => setImmediate(fail), timeout);
    waiting.set(id, ({ isSuccess, answer }) => {
      if (!isSuccess) return fail();
      end();
      resolve(answer);
    });
    sendToPrimary({ type: 'question', id, question });
  });

const Wait = z.number().optional();

/** Creates rate limits that the primary counts for all workers. Where it does not answer, the worker counts in its own. */
const shareRateLimits = (own: RateLimiter): RateLimiter => ({
  consume: async (subject, charges) => {
    const answer = await ask({ ask: 'count', subject, charges }).then(
      Wait.safeParse,
      () => undefined,
    );
    return answer?.success ? answer.data : own.consume(subject, charges);
  },
});

const Shortage = z
  .object({ charge: z.number().optional(), resetsAt: z.number() })
  .transform(({ charge, resetsAt }) => ({ charge, resetsAt }))
  .optional();

const Usage = z.object({ counts: z.array(z.number()), ends: z.array(z.number()) });

/** Asks for the counters of the policy. @throws LimitsUnavailableError without a valid answer. */
const askLimits = async <Output>(
  question: Question,
  schema: z.ZodType<Output>,
): Promise<Output> => {
  try {
    return schema.parse(await ask(question, LIMITS_TIMEOUT));
  } catch (cause) {
    throw new LimitsUnavailableError({ cause });
  }
};

/** Counters of the policy that the primary has for all workers. Where it does not answer, nothing limited is minted. */
const limits: LimitStore = {
  take: ({ id, charges, lease }, now) =>
    askLimits({ ask: 'take', mint: { id, charges, lease }, now }, Shortage),
  giveBack: ({ id, charges, lease }) =>
    askLimits({ ask: 'give back', mint: { id, charges, lease } }, z.void()),
  release: (mints) => askLimits({ ask: 'release', mints }, z.void()),
  read: (counters, holder, now) => askLimits({ ask: 'read', counters, holder, now }, Usage),
  reset: (counters, holder) => askLimits({ ask: 'reset', counters, holder }, z.void()),
};

/** Joins the workers of one primary. What they share is there, or with the primary. */
export async function joinGroup(): Promise<ProcessGroup> {
  /** Called with the credential whose data another worker's caller has changed. */
  let onChange: ((credentialId: string) => void) | undefined;
  process.on('message', (received: unknown) => {
    const message = FromPrimary.safeParse(received).data;
    if (message?.type === 'answer') waiting.get(message.id)?.(message);
    if (message?.type !== 'changed') return;
    onChange?.(message.credentialId);
    sendToPrimary({ type: 'noted', id: message.id });
  });
  const key = z.base64url().parse(await ask({ ask: 'join' }, JOIN_TIMEOUT));
  return {
    fingerprintKey: Buffer.from(key, 'base64url'),
    collect: async () => z.string().parse(await ask({ ask: 'metrics' }, METRICS_TIMEOUT)),
    shareRateLimits,
    limits,
    // Workers that do not answer in time show the change by the time of the setting.
    noteChange: async (credentialId) => {
      await ask({ ask: 'note change', credentialId }).catch(() => undefined);
    },
    onChange: (listener) => {
      onChange = listener;
    },
  };
}
