import { CheckRunner, type NamedFinding } from './check.ts';
import { extensionsCheck } from './extensions.ts';
import { portCheck } from './port.ts';
import { redisCheck } from './redis.ts';
import { jwksCheck, tracesCheck } from './services.ts';
import { type ReadEnvironment, settingsCheck } from './settings.ts';
import { storeCheck } from './store.ts';
import { clockCheck, httpCheck, keyCheck, latencyCheck } from './upstream.ts';
import { dnsCheck, tcpCheck, tlsCheck } from './upstream-connection.ts';

/**
 * Checks the settings, this machine and the upstream, without changing any of them: it sends only GET requests and
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
  await checks.run(settings, portCheck);
  await checks.run(settings, jwksCheck);
  await checks.run(settings, tracesCheck);
  const dns = await checks.run(settings, dnsCheck);
  const tcp = await checks.run(dns, tcpCheck);
  const tls = await checks.run(tcp, tlsCheck);
  const http = await checks.run(tls, httpCheck);
  await checks.run(http, latencyCheck);
  const key = await checks.run(http, keyCheck);
  await checks.run(key, extensionsCheck);
  await checks.run(http, clockCheck);
  await http.value?.probe.close();
  return checks.findings;
}
