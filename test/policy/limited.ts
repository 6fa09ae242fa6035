import { afterEach, beforeEach, vi } from 'vitest';
import type { PolicyFile, PolicyInput } from '../../src/policy/policy-schema.ts';
import { DOCUMENTS } from '../support/operations.ts';
import {
  claimsOf,
  createSimplePolicy,
  type PolicyApi,
  startPolicyApi,
  type TokenClaims,
} from '../support/policy.ts';
import { MINE } from '../support/policy-upstream.ts';

export const NOON: number = Date.UTC(2026, 10, 24, 12);
export const MINUTE = 60_000;

/** The rules of mints of a role. */
export type MintRules = Exclude<NonNullable<PolicyInput['roles'][number]['mint']>, 'any'>;

/** Begins each test of the file at noon. */
export function freezeTime(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
  afterEach(() => void vi.useRealTimers());
}

/** Moves the clock. */
export const wait = (milliseconds: number): unknown => vi.setSystemTime(Date.now() + milliseconds);

/** A policy for sessions of ten minutes. */
export const createLimited = (mint: Partial<MintRules>): PolicyFile =>
  createSimplePolicy({
    mint: { maxSessionLengthSeconds: 600, clientLabel: 'u:{subject}:{mint}', ...mint },
  });

export const startLimited = (
  mint: Partial<MintRules>,
  options?: Parameters<typeof startPolicyApi>[1],
): Promise<PolicyApi> => startPolicyApi(createLimited(mint), options);

const { CreateSessionToken = '', Viewer = '' } = DOCUMENTS;

/** Mints, and returns the token, or what the error says. */
export async function askForToken(
  api: PolicyApi,
  input: object = {},
  claims: TokenClaims = claimsOf('ada'),
) {
  const { data, errors } = await api.runAs(claims, CreateSessionToken, {
    input: { personaConfig: { personaId: MINE }, ...input },
  });
  const token: string | undefined = data?.createSessionToken?.token.sessionToken;
  const { code, rule, reason, retryAfterSeconds } = errors?.[0]?.extensions ?? {};
  return { token, code, rule, reason, retryAfterSeconds };
}

/** Starts an API whose callers have two limits: five tokens per minute, and 60 minutes per day. */
export const startWithMinutes = (mint: Partial<MintRules> = {}): Promise<PolicyApi> => {
  const limits: MintRules['limits'] = [
    { tokens: 5, per: 'minute' },
    { reservedMinutes: 60, per: 'day' },
  ];
  return startLimited({ limits, concurrent: 2, ...mint });
};

/** Mints a token, which must not fail. */
export async function mint(...given: Parameters<typeof askForToken>): Promise<string> {
  const { token, ...error } = await askForToken(...given);
  if (token === undefined) throw new Error(JSON.stringify(error));
  return token;
}

/** Returns what a caller sees of the mints of its role. */
export const viewMint = async (api: PolicyApi, claims: TokenClaims = claimsOf('ada')) =>
  (await api.runAs(claims, Viewer)).data.viewer.mint;

/** Returns the minutes of a caller's day. */
export async function readMinutes(api: PolicyApi) {
  const { reserved, used, remaining } = (await viewMint(api)).limits[1];
  return { reserved, used, remaining };
}
