import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { noteResponse } from '../../src/policy/guest-places.ts';
import { createMemoryLimits } from '../../src/policy/memory-limits.ts';
import { createGuestPolicy, type GuestApi, startGuestApi } from '../support/guests.ts';
import { claimsOf, MINT, signToken } from '../support/policy.ts';
import { MINE } from '../support/policy-upstream.ts';
import { listen } from '../support/resources.ts';
import type { ApiResponse } from '../support/start.ts';

const refusal = ({ errors }: ApiResponse) => {
  const { code, rule } = errors?.[0]?.extensions ?? {};
  return rule === undefined ? code : `${code} ${rule}`;
};

/** The outcomes of some visits, each with the number of times that it occurred. */
async function countOutcomes(visits: Iterable<Promise<ApiResponse>>) {
  const outcomes = (await Promise.all(visits)).map((response) => refusal(response) ?? 'OK');
  return Object.fromEntries(
    [...Map.groupBy(outcomes, (outcome) => outcome)].map(([outcome, { length }]) => [
      outcome,
      length,
    ]),
  );
}

const FULL = 'RATE_LIMITED guests.perAddress';

describe('guest tokens per hour', () => {
  test('are counted for an IPv4 address, whatever token it sends, and say when there are more', async () => {
    const api = await startGuestApi(createGuestPolicy({ perAddress: 2 }));
    const token = await api.getToken('192.0.2.7');
    expect(refusal(await api.visit('192.0.2.7', null, token))).toBeUndefined();
    const response = await api.visit('192.0.2.7', null, token);
    expect(refusal(response)).toBe(FULL);
    const { retryAfterSeconds = 0, resetsAt = '' } = response.errors?.[0]?.extensions ?? {};
    expect(retryAfterSeconds).toBeGreaterThan(3_500);
    expect(Date.parse(resetsAt)).toBeGreaterThan(Date.now() + 3_500_000);
    expect(refusal(await api.visit('192.0.2.8'))).toBeUndefined();
  });

  test('are counted for a network of /64, and never exceed the maximum of concurrent visits', async () => {
    const api = await startGuestApi(createGuestPolicy({ perAddress: 5 }));
    const visits = Array.from({ length: 20 }, (_, index) =>
      api.visit(`2001:db8:0:1::${index + 1}`),
    );
    expect(await countOutcomes(visits)).toStrictEqual({ OK: 5, [FULL]: 15 });
  });

  test('of all networks of one /48 are ten times those of an address', async () => {
    const api = await startGuestApi(createGuestPolicy({ perAddress: 2 }), { RATE_LIMIT: '0' });
    const visits = Array.from({ length: 30 }, (_, index) =>
      api.visit(`2001:db8:7:${index.toString(16)}::1`),
    );
    expect(await countOutcomes(visits)).toStrictEqual({ OK: 20, [FULL]: 10 });
    expect(refusal(await api.visit('2001:db8:8::1'))).toBeUndefined();
  });
});

test('guests of one address share the limits of requests, as anonymous clients do', async () => {
  const api = await startGuestApi(createGuestPolicy(), { RATE_LIMIT: '2' });
  const ask = async () => {
    const token = await api.getToken();
    return refusal(await api.runAs(token, '{ viewer { role } }'));
  };
  const outcomes = [];
  for (let count = 0; count < 6; count += 1) outcomes.push(await ask().catch(() => 'refused'));
  expect(outcomes).toStrictEqual([...Array(5).fill(undefined), 'refused']);
  const user = await signToken(claimsOf('ada'));
  expect(refusal(await api.runAs(user, '{ viewer { role } }'))).toBeUndefined();
});

describe('the sessions of all guests together', () => {
  const policy = createGuestPolicy({ concurrent: 2 });

  const mintAsGuests = async (api: GuestApi, count: number) => {
    const outcomes = [];
    for (let index = 0; index < count; index += 1)
      outcomes.push(refusal(await api.runAs(await api.getToken(), MINT)));
    return outcomes;
  };

  test('are limited, and users are not', async () => {
    const api = await startGuestApi(policy);
    const FULL_HOUSE = 'RATE_LIMITED guests.concurrent';
    expect(await mintAsGuests(api, 3)).toStrictEqual([undefined, undefined, FULL_HOUSE]);
    const viewer = '{ viewer { mint { allowed reason runningCount } } }';
    const { data } = await api.runAs(await api.getToken(), viewer);
    expect(data.viewer.mint).toMatchObject({ allowed: false, reason: 'SHARED_LIMIT' });
    for (let count = 0; count < 3; count += 1)
      expect(refusal(await api.runAs(await signToken(claimsOf('ada')), MINT))).toBeUndefined();
  });

  test('have room again when one is seen to have ended, or was refused', async () => {
    const api = await startGuestApi(policy);
    const token = await api.getToken();
    await api.runAs(token, MINT);
    await mintAsGuests(api, 1);
    const label = api.upstream.mints()[0].clientLabel;
    const startTime = new Date().toISOString();
    const ended = { id: 's1', clientLabel: label, personaId: MINE, startTime, endTime: startTime };
    api.upstream.sessions.set('s1', ended);
    expect(refusal(await api.runAs(token, '{ session(id: "s1") { id } }'))).toBeUndefined();
    api.upstream.setReply((_, response) => void response.writeHead(400).end('{}'));
    expect(await mintAsGuests(api, 1)).toStrictEqual(['BAD_USER_INPUT']);
    api.upstream.setReply(undefined);
    expect(await mintAsGuests(api, 1)).toStrictEqual([undefined]);
  });

  test('a guest gets its unused token again, although there is no room', async () => {
    const api = await startGuestApi(policy);
    const token = await api.getToken();
    await api.runAs(token, MINT);
    await mintAsGuests(api, 2);
    expect(refusal(await api.runAs(token, MINT))).toBeUndefined();
    expect(api.upstream.mints()).toHaveLength(2);
  });
});

test('limits of guests for all count guests alone', async () => {
  const limits = [{ tokens: 1, per: 'day', for: 'all' }];
  const clientLabel = 'site:{subject}:{mint}';
  const role = (name: string) => ({
    name,
    ...(name === 'user' && { when: {} }),
    scopes: ['tokens:mint'],
    personas: [MINE],
    sessions: 'own',
    mint: { maxSessionLengthSeconds: 60, clientLabel, limits },
  });
  const api = await startGuestApi(createGuestPolicy({}, { roles: [role('guest'), role('user')] }));
  const one = await api.getToken();
  expect(refusal(await api.runAs(one, MINT))).toBeUndefined();
  expect(refusal(await api.runAs(await api.getToken(), MINT))).toBe(
    'RATE_LIMITED roles.guest.mint.limits[0]',
  );
  expect(refusal(await api.runAs(await signToken(claimsOf('ada')), MINT))).toBeUndefined();
});

/** Starts a service of challenges that answers with what a response is. */
async function startChallenges(answer: (response: string) => unknown = () => ({ success: true })) {
  const received: Record<string, string>[] = [];
  const url = await listen(async (request, response) => {
    const fields = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    received.push({ ...Object.fromEntries(fields), method: String(request.method) });
    const found = answer(fields.get('response') ?? '');
    if (found === 'redirect') response.writeHead(307, { location: '/elsewhere' }).end();
    else response.end(typeof found === 'string' ? found : JSON.stringify(found));
  });
  const challenge = { verifyUrl: `${url}/siteverify`, secret: 'site-secret' };
  return { challenge, received };
}

describe('with a challenge', () => {
  const REFUSED = 'FORBIDDEN guests.challenge';

  test('its service gets the fields of a form, and a response counts once', async () => {
    const { challenge, received } = await startChallenges();
    const api = await startGuestApi(createGuestPolicy({ challenge }));
    expect(refusal(await api.visit('2001:db8::5', 'passed'))).toBeUndefined();
    expect(received).toStrictEqual([
      { secret: 'site-secret', response: 'passed', remoteip: '2001:db8::5', method: 'POST' },
    ]);
    expect(refusal(await api.visit('192.0.2.9', 'passed'))).toBe(REFUSED);
    expect(refusal(await api.visit('192.0.2.9'))).toBe(REFUSED);
    expect(received).toHaveLength(1);
    expect(refusal(await api.visit('192.0.2.9', 'another'))).toBeUndefined();
  });

  test('a response that is sent ten times at once makes one guest', async () => {
    const { challenge, received } = await startChallenges();
    const api = await startGuestApi(createGuestPolicy({ challenge }));
    const visits = Array.from({ length: 10 }, () => api.visit('192.0.2.1', 'same'));
    expect(await countOutcomes(visits)).toStrictEqual({ OK: 1, [REFUSED]: 9 });
    expect(received).toHaveLength(1);
  });

  test.each<[string, unknown]>([
    ['it was not passed', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['it is not said to be passed', { success: 'true', hostname: 'www.example.com' }],
    ['it is of another page', { success: true, hostname: 'evil.example' }],
    ['its page is not named', { success: true }],
    ['the answer is no JSON', 'yes'],
    ['the answer is a list', []],
    ['the answer is too large', { success: true, hostname: 'x'.repeat(300_000) }],
    ['the answer is a redirect', 'redirect'],
  ])('a visitor is refused if %s', async (_, answer) => {
    const { challenge, received } = await startChallenges(() => answer);
    const require = { hostname: 'www.example.com' };
    const api = await startGuestApi(createGuestPolicy({ challenge: { ...challenge, require } }));
    expect(refusal(await api.visit('192.0.2.1', 'response'))).toBe(REFUSED);
    expect(received).toHaveLength(1);
  });

  test('a visitor is refused if its service is away', async () => {
    const challenge = { verifyUrl: 'http://127.0.0.1:1/siteverify', secret: 's' };
    const api = await startGuestApi(createGuestPolicy({ challenge }));
    expect(refusal(await api.visit('192.0.2.1', 'response'))).toBe(REFUSED);
  });

  test('what is refused takes no token of the address, and attempts are limited as mints are', async () => {
    const { challenge, received } = await startChallenges((response) => ({
      success: response.startsWith('good'),
    }));
    const api = await startGuestApi(createGuestPolicy({ challenge, perAddress: 2 }), {
      RATE_LIMIT_MINTS: '1',
    });
    for (const index of [1, 2, 3]) await api.visit('192.0.2.1', `bad${index}`);
    expect(refusal(await api.visit('192.0.2.1', 'good1'))).toBeUndefined();
    expect(refusal(await api.visit('192.0.2.1', 'good2'))).toBeUndefined();
    // Five times the limit of a caller.
    expect(refusal(await api.visit('192.0.2.1', 'good3'))).toBe('RATE_LIMITED');
    expect(received).toHaveLength(5);
  });
});

test('invented responses leave nothing in memory, and a full one refuses instead of forgetting', async () => {
  const store = createMemoryLimits(3);
  for (let index = 0; index < 100; index += 1) {
    expect(await noteResponse(store, `invented ${index}`, 1)).toBe(true);
    await noteResponse(store, `invented ${index}`, -1);
  }
  for (const each of ['a', 'b', 'c']) expect(await noteResponse(store, each, 1)).toBe(true);
  const full = 'The counters of the policy are unavailable.';
  await expect(noteResponse(store, 'd', 1)).rejects.toThrow(full);
  expect(await noteResponse(store, 'a', 1)).toBe(false);
});

test('the hour slides: each token has its place again an hour later, or up to five minutes after', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 24, 12, 4) });
  onTestFinished(() => void vi.useRealTimers());
  const api = await startGuestApi(createGuestPolicy({ perAddress: 2 }), { RATE_LIMIT: '0' });
  const visitAt = async (minutes: number) => {
    vi.setSystemTime(Date.UTC(2026, 10, 24, 12, minutes));
    const response = await api.visit();
    return response.errors?.[0]?.extensions?.resetsAt ?? 'OK';
  };
  const [first, second] = ['2026-11-24T13:05:00.000Z', '2026-11-24T13:35:00.000Z'];
  expect([await visitAt(4), await visitAt(34), await visitAt(35)]).toStrictEqual([
    'OK',
    'OK',
    first,
  ]);
  expect(await visitAt(64)).toBe(first);
  expect([await visitAt(65), await visitAt(66)]).toStrictEqual(['OK', second]);
});
