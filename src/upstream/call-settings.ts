import { closestMatch } from 'leven';
import { z } from 'zod';
import { EXTENSIONS } from '../contract/api.ts';
import { setting, settingMetadata } from '../shared/settings/setting.ts';
import { integer } from '../shared/settings/setting-types.ts';

/** Maximum edits between a misspelled extension and the one that it means. */
const MAX_EDITS = 3;

/** Resources, or `all` or `none`. */
const extensions = z
  .string()
  .register(settingMetadata, {
    allowed: `\`none\`, \`all\`, or a comma-separated list of ${EXTENSIONS.map((name) => `\`${name}\``).join(', ')}`,
  })
  .transform((text): readonly string[] => {
    if (text.trim() === 'none') return [];
    if (text.trim() === 'all') return EXTENSIONS;
    return text.split(',').map((name) => name.trim());
  })
  .pipe(
    z
      .array(
        z.enum(EXTENSIONS, {
          error: ({ input }) => {
            const meant = closestMatch(String(input), EXTENSIONS, { maxDistance: MAX_EDITS });
            const rule = `must be none, all, or a comma-separated list of ${EXTENSIONS.join(', ')}`;
            return meant ? `${rule}. Did you mean ${meant}?` : rule;
          },
        }),
      )
      .readonly(),
  );

/** What the upstream has, and limits of the calls to it. Times are in milliseconds. */
export const callSettings = z.object({
  /** Resources whose extensions the upstream supports. Calls to others fail without a request. */
  extensions: setting('UPSTREAM_EXTENSIONS', extensions.prefault('none'), {
    description:
      'Resources for which the upstream has endpoints beyond the specification. Fields that need others fail with `NOT_SUPPORTED`.',
    otherwise: 'all of them with the built-in avatar service',
    example: 'personas,voices',
    common: true,
  }),
  /** Maximum number of concurrent calls. */
  calls: setting('UPSTREAM_CONCURRENCY', integer(1, 100_000).default(2_048), {
    description:
      'Maximum concurrent calls to the upstream, and connections to it. Other calls wait up to 5 seconds, uploads up to a minute.',
  }),
  /** Maximum age of cached reads, in seconds; 0: none is cached. URLs in records are often signed for an hour. */
  cacheSeconds: setting('UPSTREAM_CACHE_SECONDS', integer(0, 1800, 'seconds').default(0), {
    description:
      'Seconds to cache reads, except those of sessions and meetings. Several processes need `REDIS_URL`.',
    common: true,
  }),
});

/** Limits of calls that operators cannot change. Times are in milliseconds. */
export const CALL_LIMITS = {
  /** Concurrent calls of slow endpoints, so that these never delay other calls. */
  slowCalls: 32,
  /** Maximum time in the queue. */
  queueTimeout: 5_000,
  slowQueueTimeout: 60_000,
  /** Maximum time of a call, from the request to the complete response, including retries. */
  timeout: 30_000,
  /** The same for endpoints that the contract marks as slow. */
  slowTimeout: 180_000,
  /** Maximum size of a response in bytes. */
  maxResponseBytes: 8 * 1024 * 1024,
};
