import { readUpstreamKeys } from '../access/keys.ts';
import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { readConfiguredOperations } from '../config/configured-operations.ts';
import type { Environment } from '../config/environment.ts';
import { SETTING_NAMES } from '../config/settings.ts';
import { findMisspelledSettings, findSuspiciousSettings } from '../config/suspicious-settings.ts';
import { type Finding, failed, type NamedFinding, ok, warn } from './finding.ts';
import { checkIssuers } from './jwks.ts';
import { checkPolicy } from './policy.ts';
import { checkRedis } from './redis.ts';
import { checkStore } from './store.ts';
import { createUpstreamChecks } from './upstream.ts';

const CORRECTION = 'Correct the environment or the .env file. SETTINGS.md explains all settings.';

/** Checks that the settings are valid, and lists the names of those that are set. */
async function checkSettings(env: Environment, config: Config): Promise<Finding> {
  readConfiguredOperations(config);
  await readUpstreamKeys(config);
  const misspelled = findMisspelledSettings(env);
  if (misspelled.length > 0) return failed(misspelled.join(' '), CORRECTION);
  const message = `Valid. Set: ${SETTING_NAMES.filter((name) => env[name]).join(', ') || 'none, all defaults apply'}.`;
  const suspicions = findSuspiciousSettings(env);
  return suspicions.length > 0 ? warn(message, suspicions.join(' ')) : ok(message);
}

/** Ends a check after some milliseconds, whatever it waits for. */
export function withDeadline(
  milliseconds: number,
  check: (signal: AbortSignal) => Promise<Finding>,
): Promise<Finding> {
  const signal = AbortSignal.timeout(milliseconds);
  const { promise: late, resolve } = Promise.withResolvers<Finding>();
  // Before the listeners of the check, whose errors say less.
  signal.addEventListener('abort', () => {
    const advice = 'Check the log and the load of the other server, and run doctor again.';
    resolve(failed(`No result within ${milliseconds / 1000} s.`, advice));
  });
  return Promise.race([late, check(signal)]);
}

/**
 * Checks the settings, the store, other services and the upstream, without changing any of them: it sends only GET requests and
 * writes nothing. Each check has a deadline. After one that failed, those that depend on it are not made.
 * @param report called with each finding, in order.
 */
export async function runDoctor(
  readEnvironment: () => Environment,
  report: (finding: NamedFinding) => void,
): Promise<readonly NamedFinding[]> {
  const findings: NamedFinding[] = [];
  const run = async (
    name: string,
    seconds: number,
    check: (signal: AbortSignal) => Promise<Finding>,
  ) => {
    const finding = { name, ...(await withDeadline(seconds * 1000, check)) };
    findings.push(finding);
    report(finding);
  };
  let config: Config | undefined;
  await run('settings', 5, async () => {
    let env: Environment = {};
    try {
      env = readEnvironment();
      const read = readConfig(env);
      const finding = await checkSettings(env, read);
      config = read;
      return finding;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return failed([...error.problems, ...findSuspiciousSettings(env)].join(' '), CORRECTION);
    }
  });
  if (!config) return findings;
  const { policy, redis, store, issuers } = config;
  if (!config.upstream) await run('store', 30, () => checkStore(store));
  if (redis) await run('redis', 10, () => checkRedis(redis, policy?.file));
  if (issuers.length > 0) await run('jwks', 10, (signal) => checkIssuers(issuers, signal));
  if (policy) await run('policy', 10, () => checkPolicy(policy.file, redis !== undefined));
  if (!config.upstream) return findings;
  const upstream = createUpstreamChecks(config, config.upstream.url);
  try {
    await run('upstream', 10, upstream.checkAnswer);
    if (upstream.hasAnswered()) await run('api key', 1, upstream.checkKey);
    if (upstream.isAccepted()) await run('extensions', 30, upstream.checkExtensions);
  } finally {
    await upstream.close();
  }
  return findings;
}
