import cluster from 'node:cluster';
import { Command, Help, InvalidArgumentError, Option } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { createKey, listKeys, revokeKey } from '../avatar-service/keys.ts';
import type { Store } from '../avatar-service/store/store.ts';
import { StoreError } from '../avatar-service/store/store-error.ts';
import { PLANS, type Plan } from '../contract/endpoint.ts';
import { type Config, readConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { processEnvironment } from './config/environment.ts';
import { INSPECT_STORE } from './doctor/inspect-command.ts';
import { explainListenError } from './listen-error.ts';
import type { ProcessGroup, Running } from './running.ts';
import type { Workers } from './workers/primary.ts';

const print = (...lines: readonly string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};

const config = () => readConfig(processEnvironment());

/** Errors that a person at the terminal can mend, as a sentence; undefined for faults of the program. */
function explanation(error: unknown, address: Pick<Config, 'host' | 'port'>) {
  if (error instanceof ConfigError || error instanceof StoreError) return error.message;
  return explainListenError(error, address);
}

// The parts that take long to load are loaded when their command is known, and its settings are right.

type Begin = (config: Config, shared?: ProcessGroup) => Promise<Running>;

const say = ({ summary }: { readonly summary: readonly string[] }) =>
  print(`avatar-graphql ${packageJson.version}`, ...summary.map((line) => `  ${line}`));

/** Runs until a signal, then drains; a second signal ends at once. */
async function runUntilSignalled(begin: Begin, { workers }: { readonly workers: number }) {
  if (cluster.isWorker) return runAsWorker(begin);
  const settings = config();
  let several: Workers | undefined;
  // Heard from the beginning, since the first worker may serve long before all do.
  if (workers > 1) process.on('SIGHUP', () => void several?.roll());
  if (workers > 1) several = await startSeveral(workers, settings);
  const running = several ?? (await begin(settings));
  let draining = false;
  const stop = () => {
    if (draining) process.exit(1);
    draining = true;
    running.close().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  say(running);
}

async function startSeveral(count: number, { logLevel, drainNotice: notice }: Config) {
  const { startWorkers } = await import('./workers/primary.ts');
  const { createLog } = await import('./telemetry/log.ts');
  // A worker that does not start has said why.
  return startWorkers({ count, log: createLog(logLevel), notice }).catch(() => process.exit(1));
}

/** The same as one of several: the primary hears signals for it, and a terminal's reach it besides. */
async function runAsWorker(begin: Begin) {
  const { askForAllMetrics, serveAsWorker } = await import('./workers/worker.ts');
  const running = await begin(config(), { collect: askForAllMetrics });
  let draining = false;
  const end = (grace?: number) => {
    if (draining) return;
    draining = true;
    running.close(grace).then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', () => end()).on('SIGINT', () => end());
  serveAsWorker(running, end);
}

const workersOption = () =>
  new Option('--workers <count>', 'number of worker processes').default(1).argParser((text) => {
    const count = Number(text);
    if (Number.isInteger(count) && count >= 1 && count <= 256) return count;
    throw new InvalidArgumentError('It must be an integer from 1 to 256.');
  });

async function withStore(work: (store: Store) => Promise<void>) {
  const { store: place } = config();
  const { openStore } = await import('../avatar-service/store/database.ts');
  const store = await openStore(place);
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** The folder of a store that is one. */
function folderToKeep() {
  const { dataDir, store } = config();
  if ('dataDir' in store) return dataDir;
  throw new ConfigError('DATABASE_URL is set. Use pg_dump and pg_restore for a Postgres database.');
}

const HELP = `
Examples:
  avatar-graphql                                  API with the built-in avatar service
  UPSTREAM_URL=https://… avatar-graphql doctor    check settings and upstream, change nothing
  UPSTREAM_URL=https://… avatar-graphql --workers 4
  avatar-graphql keys create --plan pro
In a checkout, npm start -- replaces avatar-graphql: npm start -- --workers 4

Settings come from the environment or a .env file. .env.example lists them with their defaults,
src/deploy/SETTINGS.md (in the package: dist/deploy/SETTINGS.md) explains them.
Run avatar-graphql <command> --help for the options of a command.`;

const program = new Command('avatar-graphql')
  .description(packageJson.description)
  .version(packageJson.version)
  .configureHelp({
    // Without a command, the program starts. So its help has the options of `start`, before its own.
    visibleOptions(command): Option[] {
      const inherited = command.parent ? [] : start.options;
      return [...inherited, ...Help.prototype.visibleOptions.call(this, command)];
    },
  })
  .addHelpText('after', HELP)
  .showHelpAfterError('Run avatar-graphql --help for commands and options.');

const start = program
  .command('start')
  .description('Start the GraphQL API, the console and the explorer (default).')
  .addOption(workersOption())
  .action((options) =>
    runUntilSignalled(
      async (settings, shared) => (await import('./start-api.ts')).startApi(settings, shared),
      options,
    ),
  );

program
  .command('service')
  .description('Start only the built-in avatar service, a REST API on PORT.')
  .addOption(workersOption())
  .action((options) =>
    runUntilSignalled(
      async (settings, shared) =>
        (await import('./start-avatar-service.ts')).startAvatarService(settings, shared),
      options,
    ),
  );

program
  .command('doctor')
  .description(
    'Check the settings, the store, Redis, the port and the upstream, and what to do about each problem. Changes nothing.',
  )
  .option('--json', 'print the findings as JSON', false)
  .action(async ({ json }: { json: boolean }) => {
    const { runDoctor } = await import('./doctor/doctor.ts');
    const { formatFinding, formatSummary, isHealthy } = await import('./doctor/report.ts');
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
  const { inspectConfiguredStore } = await import('./doctor/store.ts');
  print(JSON.stringify(await inspectConfiguredStore(config())));
});

program
  .command('backup')
  .description(
    'Back up the data of the built-in avatar service to a new file. The service can keep running.',
  )
  .argument('<file>', 'path of the backup')
  .action(async (file: string) => {
    const { backupStore } = await import('../avatar-service/store/backup.ts');
    const files = await backupStore(folderToKeep(), file);
    print(`Backup written to ${files.join(' and ')}.`);
  });

program
  .command('restore')
  .description('Restore a backup into DATA_DIR, which must not contain data.')
  .argument('<file>', 'path of the backup')
  .action(async (file: string) => {
    const dataDir = folderToKeep();
    const { restoreStore } = await import('../avatar-service/store/backup.ts');
    await restoreStore(file, dataDir);
    print(`Backup restored into ${dataDir}.`);
  });

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

program
  .command('operations')
  .description('Manage manifests of operations for PERSISTED_OPERATIONS.')
  .command('add')
  .description('Validate the operations of files and add them to a manifest.')
  .argument(
    '<files...>',
    'paths or patterns of .graphql files, or of .json manifests of Apollo or Relay',
  )
  .requiredOption('--manifest <file>', 'manifest to change, or to create in the format of Apollo')
  .action(async (files: string[], { manifest }: { manifest: string }) => {
    const { addOperations } = await import('./operations/add-operations.ts');
    const { furtherAvatarModels } = config();
    const operations = await addOperations(manifest, files, furtherAvatarModels);
    print(
      ...operations.map(({ id, name }) => `${id}  ${name}`),
      `Operations in ${manifest}: ${operations.length} added.`,
    );
  });

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
    const { dataDir, store: database } = config();
    if (!('databaseUrl' in database)) {
      throw new ConfigError('DATABASE_URL is not set.');
    }
    const { moveStore } = await import('../avatar-service/store/move.ts');
    const folder = { dataDir, secret: database.secret };
    const [source, target] = to === 'postgres' ? [folder, database] : [database, folder];
    for (const { table, rows, digest } of await moveStore(source, target)) {
      print(`${table.padEnd(10)}${String(rows).padStart(9)} rows, sha256 ${digest}, verified`);
    }
  });

function fail(error: unknown): never {
  let sentence: string | undefined;
  try {
    sentence = explanation(error, config());
  } catch {
    sentence = error instanceof ConfigError ? error.message : undefined;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${sentence ?? stack}\n`);
  process.exit(1);
}

/** Options of the program itself, which are not for its default command. */
const PROGRAM_OPTIONS = ['-h', '--help', '-V', '--version'];

/**
 * Adds the default command. commander's own default command takes every unknown word as its argument, so a wrong command
 * would get no suggestion.
 */
function addDefaultCommand(words: readonly string[]): string[] {
  const [first = '--'] = words;
  const isOption = first.startsWith('-') && !PROGRAM_OPTIONS.includes(first);
  return isOption ? [start.name(), ...words] : [...words];
}

program.parseAsync(addDefaultCommand(process.argv.slice(2)), { from: 'user' }).catch(fail);
