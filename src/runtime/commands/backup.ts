import type { Command } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import { print, readSettings } from './terminal.ts';

/** Reads the folder of the store. @throws ConfigError if the store is a Postgres database. */
function readDataFolder(): string {
  const { dataDir, databaseUrl } = readSettings().avatarService;
  if (!databaseUrl) return dataDir;
  throw new ConfigError('DATABASE_URL is set. Use pg_dump and pg_restore for a Postgres database.');
}

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description(
      'Back up the data of the built-in avatar service to a new file. The service can keep running.',
    )
    .argument('<file>', 'path of the backup')
    .action(async (file: string) => {
      const { backupStore } = await import('../../avatar-service/store/backup.ts');
      const files = await backupStore(readDataFolder(), file);
      print(`Backup written to ${files.join(' and ')}.`);
    });

  program
    .command('restore')
    .description('Restore a backup into DATA_DIR, which must not contain data.')
    .argument('<file>', 'path of the backup')
    .action(async (file: string) => {
      const dataDir = readDataFolder();
      const { restoreStore } = await import('../../avatar-service/store/backup.ts');
      await restoreStore(file, dataDir);
      print(`Backup restored into ${dataDir}.`);
    });
}
