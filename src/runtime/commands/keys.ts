import { existsSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { createKey, listKeys, revokeKey } from '../../avatar-service/keys.ts';
import type { Store } from '../../avatar-service/store/store.ts';
import { describeLocation, type StoreLocation } from '../../avatar-service/store/store-location.ts';
import { PLANS, type Plan } from '../../contract/endpoint.ts';
import { ConfigError } from '../config/config-error.ts';
import { describeCommand } from '../config/environment.ts';
import { print, readSettings } from './terminal.ts';

const openStore = async (location: StoreLocation): Promise<Store> =>
  (await import('../../avatar-service/store/database.ts')).openStore(location);

/** @throws ConfigError instead of creating a folder or file. Postgres databases are always created by others. */
async function openExistingStore(location: StoreLocation): Promise<Store> {
  if ('dataDir' in location) {
    const { storeFile } = await import('../../avatar-service/store/sqlite.ts');
    if (!existsSync(storeFile(location.dataDir))) {
      throw new ConfigError(
        `There is no store at ${describeLocation(location)}. Check DATA_DIR. \`${describeCommand('keys create')}\` creates a store.`,
      );
    }
  }
  return openStore(location);
}

async function withStore(open: typeof openStore, work: (store: Store) => Promise<void>) {
  const store = await open(readSettings().store);
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

export function addKeysCommands(program: Command): void {
  const keys = program
    .command('keys')
    .description('Manage the API keys of the built-in avatar service.');

  keys
    .command('create')
    .description('Create an API key and print it. It is not shown again.')
    .addOption(new Option('--plan <plan>', 'plan of the key').choices(PLANS).default('pro'))
    .option('--label <label>', 'label of the key', '')
    .action(({ plan, label }: { plan: Plan; label: string }) =>
      withStore(openStore, async (store) => {
        print((await createKey(store, { plan, label })).key);
        // Not on standard output, so that a script reads nothing but the key.
        process.stderr.write(`Created in ${describeLocation(readSettings().store)}.\n`);
      }),
    );

  keys
    .command('list')
    .description('List the ids, plans and labels of the API keys.')
    .action(() =>
      withStore(openExistingStore, async (store) => {
        for (const key of await listKeys(store)) {
          const state = key.revokedAt ? `revoked ${key.revokedAt}` : 'active';
          print([key.id, key.plan.padEnd(10), key.createdAt, state, key.label].join('  '));
        }
      }),
    );

  keys
    .command('revoke')
    .description('Revoke an API key.')
    .argument('<id>', 'id of the key, as shown by `keys list`')
    .action((id: string) =>
      withStore(openExistingStore, async (store) => {
        if (!(await revokeKey(store, id))) throw new ConfigError(`No API key has the id ${id}.`);
        print(`Revoked the API key ${id}.`);
      }),
    );
}
