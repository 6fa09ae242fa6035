import { type Command, Option } from 'commander';
import { describeLocation } from '../../avatar-service/store/store-location.ts';
import { ConfigError } from '../config/config-error.ts';
import { print, readSettings } from './terminal.ts';

export function addMoveCommand(program: Command): void {
  program
    .command('move')
    .description(
      'Copy the data of the built-in avatar service between DATA_DIR and DATABASE_URL and verify it. Stop the service first.',
    )
    .addOption(
      new Option('--to <where>', 'target store')
        .choices(['postgres', 'sqlite'])
        .makeOptionMandatory(),
    )
    .action(async ({ to }: { to: 'postgres' | 'sqlite' }) => {
      const { dataDir, databaseUrl, secret, connections } = readSettings().avatarService;
      if (!databaseUrl) throw new ConfigError('DATABASE_URL is not set.');
      const { moveStore } = await import('../../avatar-service/store/move.ts');
      const folder = { dataDir, secret };
      const database = { databaseUrl, secret, connections };
      const [source, target] = to === 'postgres' ? [folder, database] : [database, folder];
      for (const { table, rows, digest } of await moveStore(source, target)) {
        print(`${table.padEnd(20)}${String(rows).padStart(9)} rows, sha256 ${digest}, verified`);
      }
      const start = to === 'postgres' ? 'with DATABASE_URL' : 'without DATABASE_URL';
      print(
        `Start the service ${start}: it then uses ${describeLocation(target)}. ${describeLocation(source)} has not changed.`,
      );
    });
}
