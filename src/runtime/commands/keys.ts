import { type Command, Option } from 'commander';
import { createKey, listKeys, revokeKey } from '../../avatar-service/keys.ts';
import type { Store } from '../../avatar-service/store/store.ts';
import { PLANS, type Plan } from '../../contract/endpoint.ts';
import { ConfigError } from '../config/config-error.ts';
import { print, readSettings } from './terminal.ts';

async function withStore(work: (store: Store) => Promise<void>) {
  const { store: place } = readSettings();
  const { openStore } = await import('../../avatar-service/store/database.ts');
  const store = await openStore(place);
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** Adds `keys create`, `keys list` and `keys revoke`. */
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
      withStore(async (store) => print((await createKey(store, { plan, label })).key)),
    );

  keys
    .command('list')
    .description('List the ids, plans and labels of the API keys.')
    .action(() =>
      withStore(async (store) => {
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
      withStore(async (store) => {
        if (!(await revokeKey(store, id))) throw new ConfigError(`No API key has the id ${id}.`);
        print(`Revoked the API key ${id}.`);
      }),
    );
}
