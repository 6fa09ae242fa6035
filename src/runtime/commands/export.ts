import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { describeLocation } from '../../avatar-service/store/store-location.ts';
import { Secret } from '../../shared/secret.ts';
import { getErrorMessage } from '../../shared/thrown-errors.ts';
import { ConfigError } from '../config/config-error.ts';
import { print, readSettings } from './terminal.ts';

/** Minimum length of a passphrase, whose export can be attacked offline. */
const MIN_LENGTH = 16;

async function readPassphrase(file: string): Promise<Secret> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ConfigError(`The passphrase cannot be read: ${getErrorMessage(error)}.`);
  });
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase.length < MIN_LENGTH)
    throw new ConfigError(`The passphrase must have at least ${MIN_LENGTH} characters.`);
  return new Secret(passphrase);
}

const PASSPHRASE = [
  '--passphrase-file <file>',
  `file with the passphrase that encrypts the export (at least ${MIN_LENGTH} characters)`,
] as const;

interface Options {
  readonly passphraseFile: string;
  readonly replace?: boolean;
}

export function addExportCommands(program: Command): void {
  program
    .command('export')
    .description(
      'Export all data of the built-in avatar service to a new file. The service can keep running.',
    )
    .argument('<file>', 'path of the export')
    .requiredOption(...PASSPHRASE)
    .action(async (file: string, { passphraseFile }: Options) => {
      const location = readSettings().store;
      const passphrase = await readPassphrase(passphraseFile);
      const { exportStore } = await import('../../avatar-service/store/export.ts');
      const rows = await exportStore(location, file, passphrase);
      print(`Exported ${rows} rows of ${describeLocation(location)} to ${file}.`);
    });

  program
    .command('import')
    .description(
      'Import an export into the store of DATA_DIR or DATABASE_URL. Stop the service first.',
    )
    .argument('<file>', 'path of the export')
    .requiredOption(...PASSPHRASE)
    .option('--replace', 'replace the data of the store')
    .action(async (file: string, { passphraseFile, replace = false }: Options) => {
      const location = readSettings().store;
      const passphrase = await readPassphrase(passphraseFile);
      const { importStore } = await import('../../avatar-service/store/import.ts');
      const rows = await importStore(file, location, { passphrase, replaces: replace });
      print(`Imported ${rows} rows into ${describeLocation(location)}.`);
    });
}
