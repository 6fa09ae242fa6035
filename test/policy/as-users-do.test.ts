import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PolicyFile } from '../../src/policy/policy-schema.ts';
import { parsePolicy } from '../../src/policy/policy-text.ts';
import { DOCUMENTS } from '../support/operations.ts';
import {
  claimsOf,
  createSimplePolicy,
  globex,
  guest,
  member,
  type PolicyApi,
  parseExample,
  pro,
  startPolicyApi,
  type TokenClaims,
  user,
} from '../support/policy.ts';
import { MINE } from '../support/policy-upstream.ts';

const DAY = Date.UTC(2026, 10, 24);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: DAY + 8 * HOUR });
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

/** The policy of the guide to tokens for users, with the issuer of its settings. */
function readGuide(): PolicyFile {
  const guide = readFileSync('src/deploy/TOKENS-FOR-USERS.md', 'utf8');
  const [, text = ''] = /^cat > policy\.yaml <<'END'\n([\s\S]*?)^END$/m.exec(guide) ?? [];
  return { ...parsePolicy(text, {}), issuers: createSimplePolicy({}).issuers };
}

const scopes = { scope: 'personas:read tokens:mint' };

/** Who uses which policy, and how many sessions a day it allows at least. */
const USERS: readonly [string, PolicyFile, TokenClaims, number][] = [
  ['a user of the guide', readGuide(), claimsOf('ada', scopes), 12],
  ['a user of the consumer app', parseExample('Consumer app'), user(), 12],
  ['a guest of the consumer app', parseExample('Consumer app'), guest(), 2],
  ['a member of the B2B product', parseExample('B2B product'), member(), 12],
  ['a member with the plan pro', parseExample('B2B product'), pro(), 12],
  ['a member of the other issuer', parseExample('B2B product'), globex(), 12],
];

const { CreateSessionToken = '', Viewer = '' } = DOCUMENTS;

describe.each(USERS)('%s', (_, file, claims, sessions) => {
  /** Asks as a page does when it opens or is reloaded. */
  async function open(api: PolicyApi, config: object = {}): Promise<string> {
    const input = { personaConfig: { personaId: MINE, ...config } };
    const { data, errors } = await api.runAs(claims, CreateSessionToken, { input });
    expect(errors?.[0]?.message).toBeUndefined();
    return data.createSessionToken.token.sessionToken;
  }

  const countTokens = async (api: PolicyApi) => {
    const { limits } = (await api.runAs(claims, Viewer)).data.viewer.mint;
    return limits.find(({ unit }: { unit: string }) => unit === 'TOKENS').used;
  };

  test('reloads the page ten times, and nothing is counted', async () => {
    const api = await startPolicyApi(file);
    const first = await open(api);
    for (let index = 0; index < 10; index += 1) {
      wait(700);
      expect(await open(api)).toBe(first);
    }
    expect(await countTokens(api)).toBe(1);
  });

  test('denies the microphone, and starts half an hour later', async () => {
    const api = await startPolicyApi(file);
    const first = await open(api);
    wait(30 * MINUTE);
    const again = await open(api);
    expect(again).toBe(first);
    api.upstream.startSession(again);
    expect(api.upstream.mints()).toHaveLength(1);
  });

  test('opens two tabs, and talks in both', async () => {
    const api = await startPolicyApi(file);
    const [one, other] = await Promise.all([open(api), open(api)]);
    expect(one).toBe(other);
    api.upstream.startSession(one);
    wait(5_000);
    const third = await open(api);
    expect(third).not.toBe(one);
    api.upstream.startSession(third);
  });

  test('changes its mind about the length before it starts', async () => {
    const api = await startPolicyApi(file);
    const unused = await open(api);
    const chosen = await open(api, { maxSessionLengthSeconds: 60 });
    api.upstream.startSession(chosen);
    wait(10_000);
    expect(await open(api)).toBe(unused);
  });

  test('talks over midnight, and has the whole next day', async () => {
    vi.setSystemTime(DAY + 24 * HOUR - MINUTE);
    const api = await startPolicyApi(file);
    const id = api.upstream.startSession(await open(api));
    wait(2 * MINUTE);
    api.upstream.endSession(id);
    for (let index = 0; index < sessions; index += 1) {
      const next = api.upstream.startSession(await open(api));
      wait(90_000);
      api.upstream.endSession(next);
      wait(MINUTE);
    }
  });

  test('talks all day, with reloads and pauses', async () => {
    const api = await startPolicyApi(file);
    for (let index = 0; index < sessions; index += 1) {
      const token = await open(api);
      wait(20_000);
      expect(await open(api)).toBe(token);
      const id = api.upstream.startSession(token);
      wait(2 * MINUTE);
      api.upstream.endSession(id);
      wait(index % 3 === 0 ? 2 * HOUR : 10 * MINUTE);
    }
    expect(api.upstream.mints()).toHaveLength(sessions);
  });
});
