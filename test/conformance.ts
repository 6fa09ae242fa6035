import { Command, InvalidArgumentError, Option } from 'commander';
import { authenticationChecks } from './conformance/authentication.ts';
import { avatarChecks } from './conformance/avatar.ts';
import { ask, at, type Check, type Extension, LeftOut, type Target } from './conformance/check.ts';
import { errorChecks } from './conformance/errors.ts';
import { findExtensions, settingFor } from './conformance/extensions.ts';
import { image } from './conformance/images.ts';
import { knowledgeChecks } from './conformance/knowledge.ts';
import { llmChecks } from './conformance/llm.ts';
import { meetingInviteChecks } from './conformance/meeting-invite.ts';
import { personaChecks } from './conformance/persona.ts';
import { sessionChecks } from './conformance/session.ts';
import { sessionTokenChecks } from './conformance/session-token.ts';
import { shareLinkChecks } from './conformance/share-link.ts';
import { toolChecks } from './conformance/tool.ts';
import { voiceChecks } from './conformance/voice.ts';

/**
 * The specification as a table of checks, for any service that speaks it: plain fetch, and nothing of src. Those of
 * tools come last, since the last of them deletes one.
 */
export const checks: readonly Check[] = [
  ...authenticationChecks,
  ...sessionTokenChecks,
  ...personaChecks,
  ...avatarChecks,
  ...errorChecks,
  ...voiceChecks,
  ...llmChecks,
  ...knowledgeChecks,
  ...shareLinkChecks,
  ...meetingInviteChecks,
  ...sessionChecks,
  ...toolChecks,
];

/** What became of a check; `reason` says why it failed or was left out. */
export type Result =
  | { readonly check: Check; readonly outcome: 'pass' }
  | { readonly check: Check; readonly outcome: 'FAIL' | 'left out'; readonly reason: string };

const idOf = async (answer: ReturnType<typeof ask>) => {
  const id = at((await answer).body, 'id');
  return typeof id === 'string' ? id : undefined;
};

/**
 * Makes sure of the key, and completes a target with a persona and an avatar of its own, where it names none and the service creates them.
 * @throws TypeError where nothing answers at its address; Error where the key is not accepted.
 */
export async function prepare(target: Target): Promise<Target> {
  const name = 'Conformance';
  const form = { displayName: name, imageFile: image('png') };
  const { status } = await ask(target, 'GET /v1/personas');
  if (status === 401 || status === 403) {
    throw new Error(
      `The service does not accept the key: GET /v1/personas was answered ${status}.`,
    );
  }
  return {
    ...target,
    personaId:
      target.personaId ?? (await idOf(ask(target, 'POST /v1/personas', { json: { name } }))),
    avatarId: target.avatarId ?? (await idOf(ask(target, 'POST /v1/avatars', { form }))),
  };
}

/** Deletes what the checks created, as far as the service has the endpoints. Returns the paths of what stays. */
export async function cleanUp(target: Target): Promise<readonly string[]> {
  for (const path of [...(target.created ?? [])]) await ask(target, `DELETE ${path}`);
  return [...(target.created ?? [])];
}

async function outcomeOf(check: Check, target: Target): Promise<Result> {
  try {
    await check.run(target);
    return { check, outcome: 'pass' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { check, outcome: error instanceof LeftOut ? 'left out' : 'FAIL', reason };
  }
}

/**
 * Makes every check, one after the other, and tells of each when it is made; those of extensions that the service does
 * not have are left out. Returns the value to give UPSTREAM_EXTENSIONS before this service.
 * @throws TypeError as `prepare` does.
 */
export async function* runConformance(target: Target): AsyncGenerator<Result, string> {
  const prepared = await prepare(target);
  const found = await findExtensions(prepared);
  const isThere = (extension: Extension | undefined) =>
    extension === undefined || found.includes(extension);
  const failed: Check[] = [];
  for (const check of checks) {
    const result: Result = isThere(check.extension)
      ? await outcomeOf(check, prepared)
      : { check, outcome: 'left out', reason: `the service has no extension ${check.extension}` };
    if (result.outcome === 'FAIL') failed.push(check);
    yield result;
  }
  return settingFor(found, failed);
}

const print = (line: string) => process.stdout.write(`${line}\n`);

const lineOf = (result: Result) => {
  const { id, level, name } = result.check;
  const reason = result.outcome === 'pass' ? '' : `\n${' '.repeat(10)}${result.reason}`;
  return `${result.outcome.padEnd(10)}${level.padEnd(10)}${id}: ${name}${reason}`;
};

const WARNING = `Personas and avatars whose names begin with "Con" are about to be created. They are deleted in the end,
if the service can delete them; the specification gives no way to. With --tool-id that tool is changed and changed back;
with --delete-tool it is deleted.
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
    print(lineOf(next.value));
    results.push(next.value);
  }
  const staying = await cleanUp(target);
  if (staying.length > 0) print(`\nThe service did not delete:\n  ${staying.join('\n  ')}`);
  const count = (outcome: Result['outcome']) => results.filter((r) => r.outcome === outcome).length;
  const broken = results.filter((r) => r.outcome === 'FAIL' && r.check.level === 'MUST').length;
  print(
    `\n${count('pass')} passed, ${count('FAIL')} failed (${broken} MUST), ${count('left out')} left out`,
  );
  print(`\nUPSTREAM_EXTENSIONS=${next.value}`);
  if (broken > 0) process.exitCode = 1;
}

if (import.meta.main) {
  const program = new Command('conformance')
    .description('Check that a service speaks the Conversational Avatar Service specification.')
    .argument('<url>', 'base URL of the service, without /v1', parseUrl)
    .addOption(
      new Option('--key <key>', 'API key of a pro or enterprise plan').env('CONFORMANCE_KEY'),
    )
    .addOption(new Option('--free-key <key>', 'API key of a free plan').env('CONFORMANCE_FREE_KEY'))
    .option('--persona-id <id>', 'a persona to use instead of a new one')
    .option('--avatar-id <id>', 'an avatar to use instead of a new one')
    .option('--voice-id <id>', 'a voice of the service')
    .option('--image-url <url>', 'a JPEG, PNG or WebP that the service can fetch')
    .option('--tool-id <id>', 'a tool that may be changed')
    .option('--delete-tool', 'let that tool be deleted')
    .addHelpText('after', '\nThe exit code is 1 where a MUST does not hold.')
    .action(main);
  try {
    await program.parseAsync();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    program.error(`The checks could not begin: ${cause instanceof Error ? cause.message : cause}`);
  }
}
