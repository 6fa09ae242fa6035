import { readMintId } from './label.ts';
import type { Policy } from './policy.ts';

/** What a session shows of its mint and its end. */
interface SessionRecord {
  readonly clientLabel?: string | null | undefined;
  readonly endTime?: unknown;
}

/** Returns the id of the mint of a session; undefined if its label has none. */
export function findMint(
  { templates }: Policy,
  { clientLabel }: SessionRecord,
): string | undefined {
  if (!clientLabel) return undefined;
  return templates
    .map((template) => readMintId(template, clientLabel))
    .find((id) => id !== undefined);
}

/** Returns the ids of the mints whose sessions have ended. */
export const findEndedMints = (policy: Policy, sessions: readonly SessionRecord[]): string[] =>
  sessions
    .filter(({ endTime }) => endTime !== null && endTime !== undefined)
    .flatMap((session) => findMint(policy, session) ?? []);
