import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type DecisionEvent, decisions } from '../../src/policy/diagnostics.ts';
import { claimsOf } from '../support/policy.ts';
import {
  askForToken as ask,
  freezeTime,
  MINUTE,
  mint,
  readMinutes,
  startWithMinutes,
  viewMint,
  wait,
} from './limited.ts';

freezeTime();

describe('a token whose session has started', () => {
  test('is not given again, and its session counts until its end', async () => {
    const api = await startWithMinutes({ concurrent: 1 });
    const id = api.upstream.startSession(await mint(api));
    wait(2_000);
    expect(await ask(api)).toMatchObject({ reason: 'concurrent_limit', retryAfterSeconds: 598 });
    wait(3 * MINUTE);
    api.upstream.endSession(id);
    expect(await mint(api)).toBeTruthy();
    expect(api.upstream.mints()).toHaveLength(2);
  });

  test('returns the minutes that its session has not used, once', async () => {
    const api = await startWithMinutes({ concurrent: 1 });
    const id = api.upstream.startSession(await mint(api));
    wait(150_500);
    api.upstream.endSession(id);
    await mint(api);
    // Three minutes of the first, ten of the second.
    expect(await readMinutes(api)).toStrictEqual({ reserved: 10, used: 3, remaining: 47 });
    const read = `{ session(id: "${id}") { endedAt } }`;
    for (let index = 0; index < 3; index += 1) await api.runAs(claimsOf('ada'), read);
    expect(await readMinutes(api)).toStrictEqual({ reserved: 10, used: 3, remaining: 47 });
  });

  test('returns nothing to a day that is over, and nothing to the next one', async () => {
    vi.setSystemTime(Date.UTC(2026, 10, 24, 23, 55));
    const api = await startWithMinutes({ concurrent: 1 });
    const id = api.upstream.startSession(await mint(api));
    wait(6 * MINUTE);
    api.upstream.endSession(id);
    await mint(api);
    expect(await readMinutes(api)).toStrictEqual({ reserved: 10, used: 0, remaining: 50 });
  });

  test('is settled before the answer that shows its end', async () => {
    const api = await startWithMinutes();
    const id = api.upstream.startSession(await mint(api));
    wait(MINUTE);
    api.upstream.endSession(id);
    const document = `{ viewer { mint { limits { used } } } session(id: "${id}") { endedAt } }`;
    await api.runAs(claimsOf('bob'), document);
    expect(await readMinutes(api)).toStrictEqual({ reserved: 0, used: 1, remaining: 59 });
  });

  test('is not settled because it was asked to stop', async () => {
    const api = await startWithMinutes();
    const id = api.upstream.startSession(await mint(api));
    const stop = `mutation { stopSession(id: "${id}") { stoppedId } }`;
    expect((await api.runAs(claimsOf('ada'), stop)).errors).toBeUndefined();
    expect(await readMinutes(api)).toMatchObject({ reserved: 10, used: 0 });
    expect(await viewMint(api)).toMatchObject({ runningCount: 1 });
  });

  test('is never settled if it has started two sessions, which the audit says once', async () => {
    const api = await startWithMinutes({ concurrent: 1 });
    const events: DecisionEvent[] = [];
    onTestFinished(decisions.subscribe((event) => events.push(event)));
    const token = await mint(api);
    for (const id of [undefined, 'second']) {
      api.upstream.endSession(api.upstream.startSession(token, id));
    }
    const document = '{ sessions { nodes { id } } }';
    await api.runAs(claimsOf('bob'), document);
    await mint(api);
    expect(await readMinutes(api)).toMatchObject({ reserved: 20, used: 0 });
    const [minted, ...others] = events.filter(({ subject }) => subject === 'createSessionToken');
    expect(minted).toMatchObject({ outcome: 'OK' });
    expect(others).toMatchObject([
      { outcome: 'SEVERAL_SESSIONS', mint: { id: minted?.mint?.id } },
      { outcome: 'OK' },
    ]);
  });

  test('settles the sessions of a day before a limit refuses', async () => {
    const api = await startWithMinutes({ concurrent: 1 });
    for (let index = 0; index < 10; index += 1) {
      const id = api.upstream.startSession(await mint(api));
      wait(90_000);
      api.upstream.endSession(id);
      wait(MINUTE);
    }
    expect(await ask(api)).toMatchObject({ token: expect.any(String) });
    expect(await readMinutes(api)).toMatchObject({ used: 15, reserved: 10 });
  });
});
