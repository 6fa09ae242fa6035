import type { Command } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import { processEnvironment } from '../config/environment.ts';
import type { NamedFinding } from '../doctor/finding.ts';
import { print } from './terminal.ts';

const LABELS = { ok: 'ok', warning: 'warning', failed: 'FAILED' };

/** Formats a finding for the terminal: one line, and a second one with the advice. */
function formatFinding({ name, status, message, advice }: NamedFinding): string {
  const start = `${LABELS[status].padEnd(9)}${name.padEnd(12)}`;
  return `${start}${message}${advice ? `\n${' '.repeat(start.length)}${advice}` : ''}`;
}

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'Check the settings, the store, Redis and the upstream, and say how to fix each problem. Changes nothing.',
    )
    .option('--json', 'print the findings as JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { runDoctor } = await import('../doctor/doctor.ts');
      const findings = await runDoctor(processEnvironment, (finding) => {
        if (!json) print(formatFinding(finding));
      });
      const isHealthy = findings.every(({ status }) => status !== 'failed');
      const result = { isHealthy, version: packageJson.version, node: process.version, findings };
      const text = json ? JSON.stringify(result, null, 2) : '';
      // A name server that does not respond would keep the process running.
      process.stdout.write(`${text}\n`, () => process.exit(isHealthy ? 0 : 1));
    });
}
