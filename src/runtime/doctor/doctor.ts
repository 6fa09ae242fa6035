import { Checkup, type NamedFinding } from './checkup.ts';
import { extensionsCheck } from './extensions.ts';
import { portCheck } from './port.ts';
import { redisCheck } from './redis.ts';
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
  const checkup = new Checkup(report);
  const settings = await checkup.run({ value: readEnvironment, obstacle: '' }, settingsCheck);
  await checkup.run(settings, storeCheck);
  await checkup.run(settings, redisCheck);
  await checkup.run(settings, portCheck);
  const dns = await checkup.run(settings, dnsCheck);
  const tcp = await checkup.run(dns, tcpCheck);
  const tls = await checkup.run(tcp, tlsCheck);
  const http = await checkup.run(tls, httpCheck);
  await checkup.run(http, latencyCheck);
  const key = await checkup.run(http, keyCheck);
  await checkup.run(key, extensionsCheck);
  await checkup.run(http, clockCheck);
  await http.value?.probe.close();
  return checkup.findings;
}
