import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { AccountName, createKey } from '../../avatar-service/keys.ts';
import { DEFAULT_ACCOUNT } from '../../avatar-service/store/records.ts';
import type { Store } from '../../avatar-service/store/store.ts';
import { describeLocation, type StoreLocation } from '../../avatar-service/store/store-location.ts';
import { PLANS, type Plan } from '../../contract/resource.ts';
import { ConfigError } from '../config/config-error.ts';
import { print, readSettings } from './terminal.ts';

const openStore = async (location: StoreLocation): Promise<Store> =>
  (await import('../../avatar-service/store/database.ts')).openStore(location);

/** @throws ConfigError instead of creating a folder or file. Postgres databases are always created by others. */
async function openExistingStore(location: StoreLocation): Promise<Store> {
  if ('dataDir' in location) {
    const { getStoreFile } = await import('../../avatar-service/store/sqlite.ts');
    if (!existsSync(getStoreFile(location.dataDir))) {
      throw new ConfigError(
        `There is no store at ${describeLocation(location)}. Check DATA_DIR. \`avatar-graphql keys create\` creates a store.`,
      );
    }
  }
  return openStore(location);
}

/** Opens the store of the settings for `work`. */
async function withStore(open: typeof openStore, work: (store: Store) => Promise<void>) {
  const store = await open(readSettings().store);
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** @throws InvalidArgumentError for other texts than names of accounts. */
function readAccount(text: string): string {
  const { data, error } = AccountName.safeParse(text);
  if (data !== undefined) return data;
  throw new InvalidArgumentError(`It ${error?.issues[0]?.message}.`);
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
    .option(
      '--account <name>',
      'account of the key; it sees only its own and the built-in records',
      readAccount,
      DEFAULT_ACCOUNT,
    )
    .action((request: { plan: Plan; label: string; account: string }) =>
      withStore(openStore, async (store) => {
        print((await createKey(store, request)).key);
        // Not on standard output, so that a script reads nothing but the key.
        const { account } = request;
        const owner = account === DEFAULT_ACCOUNT ? '' : ` for the account ${account}`;
        process.stderr.write(`Created in ${describeLocation(readSettings().store)}${owner}.\n`);
      }),
    );

  keys
    .command('list')
    .description('List the ids, plans, accounts and labels of the API keys.')
    .action(() =>
      withStore(openExistingStore, async (store) => {
        for (const key of await store.keys.list()) {
          const state = key.revokedAt ? `revoked ${key.revokedAt}` : 'active';
          const { id, plan, account, createdAt, label } = key;
          print([id, plan.padEnd(10), account.padEnd(10), createdAt, state, label].join('  '));
        }
      }),
    );

  keys
    .command('revoke')
    .description('Revoke an API key.')
    .argument('<id>', 'id of the key, as shown by `keys list`')
    .action((id: string) =>
      withStore(openExistingStore, async (store) => {
        const key = await store.keys.find(id);
        if (!key || !(await store.keys.revoke(id, new Date().toISOString())))
          throw new ConfigError(`No API key has the id ${id}.`);
        print(`Revoked the API key ${id} of the account ${key.account}.`);
      }),
    );
}
