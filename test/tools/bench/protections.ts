import { createRequire } from 'node:module';
import type { Plugin, YogaInitialContext } from 'graphql-yoga';
import { z } from 'zod';
import { type Call, callBare } from './bare-graph.ts';

// What a careful team adds to Yoga of what is published: armor, a check against CSRF, a limit of each caller's rate,
// metrics; around the upstream a retry, a circuit breaker, a bulkhead and a time limit; and zod for what it answers. From
// where peers.ts installed them.

const require = createRequire(new URL('.peers/index.js', import.meta.url));
const { EnvelopArmor } = require('@escape.tech/graphql-armor');
const { useCSRFPrevention } = require('@graphql-yoga/plugin-csrf-prevention');
const { useRateLimiter } = require('@envelop/rate-limiter');
const { usePrometheus } = require('@graphql-yoga/plugin-prometheus');
const cockatiel = require('cockatiel');

const failures = cockatiel.handleAll;
const resilience = cockatiel.wrap(
  cockatiel.retry(failures, { maxAttempts: 2, backoff: new cockatiel.ExponentialBackoff() }),
  cockatiel.circuitBreaker(failures, {
    halfOpenAfter: 5_000,
    breaker: new cockatiel.ConsecutiveBreaker(10),
  }),
  cockatiel.bulkhead(2_000, 8_000),
  cockatiel.timeout(10_000, cockatiel.TimeoutStrategy.Cooperative),
);

const text = z.string().nullish();
const Persona = z.looseObject({
  id: z.string(),
  name: text,
  description: text,
  avatarId: text,
  voiceId: text,
  llmId: text,
  systemPrompt: text,
  skipGreeting: z.boolean().nullish(),
});
const SCHEMAS: readonly (readonly [string, z.ZodType])[] = [
  ['/v1/personas?', z.looseObject({ data: z.array(Persona), meta: z.looseObject({}) })],
  ['/v1/avatars/', z.looseObject({ id: z.string(), displayName: text, imageUrl: text })],
  ['/v1/tools/', z.looseObject({ id: z.string(), name: text, description: text, type: text })],
  ['/v1/auth/', z.looseObject({ sessionToken: z.string() })],
];

/** Calls the upstream with all of these around it. */
export async function call(request: Call): Promise<unknown> {
  const answer: unknown = await resilience.execute(() => callBare(request));
  const found = SCHEMAS.find(([start]) => request.path.startsWith(start));
  return found ? found[1].parse(answer) : answer;
}

/** The plugins of Yoga. */
export const plugins: readonly Plugin[] = [
  ...new EnvelopArmor({ costLimit: { maxCost: 20_000 } }).protect().plugins,
  useCSRFPrevention({ requestHeaders: ['authorization'] }),
  useRateLimiter({
    identifyFn: ({ request }: YogaInitialContext) => request.headers.get('authorization') ?? '',
    configByField: [
      { type: 'Query', field: '*', max: 1_000_000, window: '1m' },
      { type: 'Mutation', field: '*', max: 1_000_000, window: '1m' },
    ],
  }),
  usePrometheus({
    metrics: {
      graphql_yoga_http_duration: true,
      graphql_envelop_request: true,
      graphql_envelop_request_duration: true,
      graphql_envelop_phase_execute: true,
      graphql_envelop_error_result: true,
    },
  }),
];
