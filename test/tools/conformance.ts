import { Command, InvalidArgumentError, Option } from 'commander';
import { seedImage } from '../support/files.ts';
import {
  ask,
  at,
  type Check,
  EXTENSIONS,
  type Extension,
  PATHS,
  Skipped,
  type Target,
} from './conformance/check.ts';
import { contractChecks, keyChecks } from './conformance/contract.ts';
import { extensionChecks, toolChecks } from './conformance/extensions.ts';
import { specificationChecks } from './conformance/specification.ts';

/**
 * The specification as a table of checks, for any service that implements it. They use fetch and nothing of src. The
 * checks of tools come last, because the last one deletes a tool.
 */
export const checks: readonly Check[] = [
  ...keyChecks,
  ...specificationChecks,
  ...contractChecks,
  ...extensionChecks,
  ...toolChecks,
];

/** The outcome of a check; `reason` says why it failed or was skipped. */
export type Result =
  | { readonly check: Check; readonly outcome: 'pass' }
  | { readonly check: Check; readonly outcome: 'FAIL' | 'skipped'; readonly reason: string };

const readId = async (answer: ReturnType<typeof ask>) => {
  const id = at((await answer).body, 'id');
  return typeof id === 'string' ? id : undefined;
};

/**
 * Checks the key, and creates a persona and an avatar if the target has none.
 * @throws TypeError if the service is unreachable; Error if the key is not accepted.
 */
export async function prepare(target: Target): Promise<Target> {
  const name = 'Conformance';
  const form = { displayName: name, imageFile: seedImage('png') };
  const { status } = await ask(target, 'GET /v1/personas');
  if (status === 401 || status === 403) {
    throw new Error(`The service does not accept the key: GET /v1/personas returned ${status}.`);
  }
  return {
    ...target,
    personaId:
      target.personaId ?? (await readId(ask(target, 'POST /v1/personas', { json: { name } }))),
    avatarId: target.avatarId ?? (await readId(ask(target, 'POST /v1/avatars', { form }))),
  };
}

/** Deletes what the checks created, if the service has the endpoints. Returns the paths of the records that remain. */
export async function cleanUp(target: Target): Promise<readonly string[]> {
  for (const path of [...(target.created ?? [])]) await ask(target, `DELETE ${path}`);
  return [...(target.created ?? [])];
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/**
 * Finds out whether a service has an extension, without changing anything. If the list is 404, which can also mean that
 * it is empty, the status of a creation with an empty body decides.
 */
async function hasExtension(target: Target, extension: Extension): Promise<boolean> {
  if (extension === 'personas') {
    if (target.personaId === undefined) return false;
    return isSuccess((await ask(target, `GET /v1/personas/${target.personaId}`)).status);
  }
  const path = PATHS[extension];
  const { status } = await ask(target, `GET ${path}`);
  if (status !== 404 || extension === 'avatars') return isSuccess(status);
  const created = await ask(target, `POST ${path}`, { json: {} });
  return [400, 413, 415, 422].includes(created.status);
}

/** Finds the extensions of a service. */
export async function findExtensions(target: Target): Promise<Extension[]> {
  const found = await Promise.all(EXTENSIONS.map((name) => hasExtension(target, name)));
  return EXTENSIONS.filter((_, index) => found[index]);
}

/**
 * Returns the value of UPSTREAM_EXTENSIONS for a service: the extensions that it has, without those with a failed
 * EXTENSION check.
 */
function formatSetting(found: readonly Extension[], failed: readonly Check[]): string {
  const broken = failed.filter(({ level }) => level === 'EXTENSION');
  const working = found.filter((name) => !broken.some(({ extension }) => extension === name));
  if (working.length === EXTENSIONS.length) return 'all';
  return working.length === 0 ? 'none' : working.join(',');
}

async function runCheck(check: Check, target: Target): Promise<Result> {
  try {
    await check.run(target);
    return { check, outcome: 'pass' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { check, outcome: error instanceof Skipped ? 'skipped' : 'FAIL', reason };
  }
}

/**
 * Runs every check, one after the other, and yields each result; checks of missing extensions are skipped. Returns the
 * value of UPSTREAM_EXTENSIONS for this service.
 * @throws TypeError as `prepare` does.
 */
export async function* runConformance(target: Target): AsyncGenerator<Result, string> {
  const prepared = await prepare(target);
  const found = await findExtensions(prepared);
  const isFound = (extension: Extension | undefined) =>
    extension === undefined || found.includes(extension);
  const failed: Check[] = [];
  for (const check of checks) {
    const result: Result = isFound(check.extension)
      ? await runCheck(check, prepared)
      : { check, outcome: 'skipped', reason: `the service has no extension ${check.extension}` };
    if (result.outcome === 'FAIL') failed.push(check);
    yield result;
  }
  return formatSetting(found, failed);
}

const print = (line: string) => process.stdout.write(`${line}\n`);

const formatResult = (result: Result) => {
  const { id, level, name } = result.check;
  const reason = result.outcome === 'pass' ? '' : `\n${' '.repeat(10)}${result.reason}`;
  return `${result.outcome.padEnd(10)}${level.padEnd(10)}${id}: ${name}${reason}`;
};

const WARNING = `The checks create personas and avatars whose names begin with "Con". They delete them at the end if the service
can delete records, which the specification does not require. With --tool-id they update that tool and restore it; with
--delete-tool they delete it.
`;

function parseUrl(url: string): string {
  const base = url.replace(/\/+$/, '');
  if (!/^https?:$/.test(URL.parse(base)?.protocol ?? ''))
    throw new InvalidArgumentError('It must be an http or https URL.');
  if (base.endsWith('/v1')) throw new InvalidArgumentError(`Leave out /v1: ${base.slice(0, -3)}`);
  return base;
}

async function main(url: string, options: Omit<Target, 'url'>): Promise<void> {
  if (!options.key)
    throw new Error('Set CONFORMANCE_KEY to an API key of a pro or enterprise plan.');
  print(WARNING);
  const results: Result[] = [];
  const target: Target = { ...options, url, created: new Set() };
  const run = runConformance(target);
  let next = await run.next();
  for (; next.done !== true; next = await run.next()) {
    print(formatResult(next.value));
    results.push(next.value);
  }
  const remaining = await cleanUp(target);
  if (remaining.length > 0) print(`\nThe service did not delete:\n  ${remaining.join('\n  ')}`);
  const count = (outcome: Result['outcome']) => results.filter((r) => r.outcome === outcome).length;
  const broken = results.filter((r) => r.outcome === 'FAIL' && r.check.level === 'MUST').length;
  print(
    `\n${count('pass')} passed, ${count('FAIL')} failed (${broken} MUST), ${count('skipped')} skipped`,
  );
  print(`\nUPSTREAM_EXTENSIONS=${next.value}`);
  if (broken > 0) process.exitCode = 1;
}

if (import.meta.main) {
  const program = new Command('conformance')
    .description(
      'Check that a service conforms to the Conversational Avatar Service specification.',
    )
    .argument('<url>', 'base URL of the service, without /v1', parseUrl)
    .addOption(
      new Option('--key <key>', 'API key of a pro or enterprise plan').env('CONFORMANCE_KEY'),
    )
    .addOption(new Option('--free-key <key>', 'API key of a free plan').env('CONFORMANCE_FREE_KEY'))
    .option('--persona-id <id>', 'a persona to use instead of a new one')
    .option('--avatar-id <id>', 'an avatar to use instead of a new one')
    .option('--voice-id <id>', 'a voice of the service')
    .option('--image-url <url>', 'a JPEG, PNG or WebP that the service can fetch')
    .option('--tool-id <id>', 'a tool that can be updated')
    .option('--delete-tool', 'allow deleting that tool')
    .addHelpText('after', '\nThe exit code is 1 if a MUST check fails.')
    .action(main);
  try {
    await program.parseAsync();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    program.error(`The checks could not start: ${cause instanceof Error ? cause.message : cause}`);
  }
}
