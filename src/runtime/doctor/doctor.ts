import { CheckRunner, type NamedFinding } from './check.ts';
import { extensionsCheck } from './extensions.ts';
import { jwksCheck } from './jwks.ts';
import { policyCheck } from './policy.ts';
import { redisCheck } from './redis.ts';
import { type ReadEnvironment, settingsCheck } from './settings.ts';
import { storeCheck } from './store.ts';
import { keyCheck, upstreamCheck } from './upstream.ts';

/**
 * Checks the settings, the store, other services and the upstream, without changing any of them: it sends only GET requests and
 * writes nothing. Each check has a deadline; a check that depends on a failed one is skipped.
 * @param report called with each finding, in order.
 */
export async function runDoctor(
  readEnvironment: ReadEnvironment,
  report: (finding: NamedFinding) => void,
): Promise<readonly NamedFinding[]> {
  const checks = new CheckRunner(report);
  const settings = await checks.run({ value: readEnvironment, obstacle: '' }, settingsCheck);
  await checks.run(settings, storeCheck);
  await checks.run(settings, redisCheck);
  await checks.run(settings, jwksCheck);
  await checks.run(settings, policyCheck);
  const upstream = await checks.run(settings, upstreamCheck);
  const key = await checks.run(upstream, keyCheck);
  await checks.run(key, extensionsCheck);
  await upstream.value?.client.close();
  return checks.findings;
}
