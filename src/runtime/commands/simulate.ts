import { type Command, InvalidArgumentError } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import { describeLocation } from '../../avatar-service/store/store-location.ts';
import { ConfigError } from '../config/config-error.ts';
import { print, readSettings } from './terminal.ts';
import { withExistingStore } from './with-store.ts';

/** Maximum length of a session token: clients send it in a header. */
const MAX_TOKEN = 16_384;

/** Maximum number of turns. */
const MAX_TURNS = 20;

function readTurns(text: string): number {
  const turns = Number(text);
  if (Number.isInteger(turns) && turns >= 1 && turns <= MAX_TURNS) return turns;
  throw new InvalidArgumentError(`It must be an integer from 1 to ${MAX_TURNS}.`);
}

const printStep = (step: string, text: string) => print(`${step.padEnd(8)}  ${text}`);

/** Maximum length of what is shown of a text. */
const MAX_SHOWN = 160;

/** Shows what is said on one line, without control characters, because it is the text of others. */
function showStep(step: string, text: string): void {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  printStep(step, line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line);
}

/** Ends the session at the first signal; the second ends the process. */
function createSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(1);
    controller.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return controller.signal;
}

async function simulate(token: string, { turns, keep }: { turns: number; keep: boolean }) {
  const settings = readSettings();
  if (settings.upstream) {
    throw new ConfigError(
      'Only sessions of the built-in avatar service can be simulated. Remove UPSTREAM_URL.',
    );
  }
  if (token.length > MAX_TOKEN) throw new ConfigError('The session token is too long.');
  const [{ simulateSession }, { HttpStatusError }] = await Promise.all([
    import('../../avatar-service/simulation.ts'),
    import('../../avatar-service/errors.ts'),
  ]);
  await withExistingStore(async (store) => {
    const { id, exitStatus, sessionLengthMs, report } = await simulateSession(
      { store, now: () => new Date() },
      {
        token,
        turns,
        keep,
        signal: createSignal(),
        clientMetadata: { client: 'avatar-graphql simulate', clientVersion: packageJson.version },
        onStep: showStep,
      },
    ).catch((error: unknown) => {
      if (!(error instanceof HttpStatusError)) throw error;
      const reason = (error.title ?? error.message).replace(/\.$/, '');
      throw new ConfigError(
        `The session did not start: ${reason}. The store is ${describeLocation(settings.store)}.`,
      );
    });
    const seconds = ((sessionLengthMs ?? 0) / 1000).toFixed(1);
    printStep('ended', `${exitStatus} after ${seconds} s and ${report.turns.length} turns`);
    printStep('nothing', 'was rendered, so there is no recording');
    printStep(
      'query',
      `{ session(id: "${id}") { exitStatus transcript { messages { role message } } toolCalls { toolName status } analytics { summary { turnCount } } } }`,
    );
  });
}

export function addSimulateCommand(program: Command): void {
  program
    .command('simulate')
    .description(
      'Play a session of the built-in avatar service, with a transcript and analytics but without audio and video.',
    )
    .argument('<token>', 'a session token, which starts one session')
    .option('--turns <count>', `number of turns, 1 to ${MAX_TURNS}`, readTurns, 3)
    .option('--keep', 'keep the session live after the last turn, until it is stopped', false)
    .action(simulate);
}
