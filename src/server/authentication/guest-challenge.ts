import { z } from 'zod';
import { fulfils } from '../../policy/claims.ts';
import type { Guests } from '../../policy/guests.ts';
import { readText } from './jwks.ts';

/** In milliseconds. */
const TIMEOUT = 5_000;

const Answer = z.looseObject({ success: z.boolean() });

/**
 * Asks whether a visitor has passed a challenge. The URL is that of the policy, and no redirect is followed, because the
 * request has its secret.
 * @param remoteip address of the visitor.
 * @throws Error if there is no valid answer.
 */
export async function verifyChallenge(
  { verifyUrl, secret, require }: NonNullable<Guests['challenge']>,
  response: string,
  remoteip: string,
): Promise<boolean> {
  const answer = await fetch(verifyUrl, {
    method: 'POST',
    body: new URLSearchParams({ secret: secret.reveal(), response, remoteip }),
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const result = Answer.parse(JSON.parse(await readText(answer, 'The answer')));
  return result.success && fulfils(result, require);
}
