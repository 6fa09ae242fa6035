import type { Command } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import { processEnvironment } from '../config/environment.ts';
import { INSPECT_STORE } from '../doctor/inspect-command.ts';
import { print, readSettings } from './terminal.ts';

/** Adds `doctor`, and the command with which it inspects the store in another process. */
export function addDoctorCommands(program: Command): void {
  program
    .command('doctor')
    .description(
      'Check the settings, the store, Redis and the upstream, and say how to fix each problem. Changes nothing.',
    )
    .option('--json', 'print the findings as JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { runDoctor } = await import('../doctor/doctor.ts');
      const { formatFinding, formatSummary, isHealthy } = await import('../doctor/report.ts');
      const findings = await runDoctor(processEnvironment, (finding) => {
        if (!json) print(formatFinding(finding));
      });
      const { version } = packageJson;
      const isWell = isHealthy(findings);
      const result = { isHealthy: isWell, version, node: process.version, findings };
      const text = json ? JSON.stringify(result, null, 2) : `\n${formatSummary(findings)}`;
      // A name server that does not respond would keep the process running.
      process.stdout.write(`${text}\n`, () => process.exit(isWell ? 0 : 1));
    });

  program.command(INSPECT_STORE, { hidden: true }).action(async () => {
    const { inspectConfiguredStore } = await import('../doctor/store.ts');
    print(JSON.stringify(await inspectConfiguredStore(readSettings())));
  });
}
