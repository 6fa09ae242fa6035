import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '../contract/record.ts';
import { createClock, createTurn, PAUSE_SECONDS, type TurnScript } from './scripted-turns.ts';
import type { Services } from './service-routes.ts';
import { type StartedSession, startSession } from './session-start.ts';
import { createSessionTokenSigner } from './session-token-signer.ts';
import { callTool, listTools } from './simulated-tools.ts';
import { endExpiredSessions, endSession, StoredSession } from './stored-session.ts';

/** How often the simulation looks whether the session was stopped, in milliseconds. */
const CHECK_INTERVAL = 500;

/** What is said after the greeting. The persona says what it is: no language model runs here. */
const LINES = [
  ['What can you do?', 'My language model will say. For now, I follow a script.'],
  ['Does anybody record this?', 'No. You find these words in the transcript.'],
  ['How long may we talk?', 'Until the session is stopped, or its time is over.'],
] as const;

const HELLO = 'Hello, who are you?';
const GOODBYE = ['Thank you, that was all.', 'Goodbye!'] as const;

/** Seconds that the transcription, the language model and the voice take, by turn. */
const LATENCIES = [
  [0.19, 0.46, 0.2],
  [0.22, 0.61, 0.18],
  [0.17, 0.39, 0.23],
] as const;

function writeGreeting({ name, initialMessage }: StoredSession['personaConfig']): string {
  if (typeof initialMessage === 'string' && initialMessage !== '') return initialMessage;
  return name ? `Hello, I am ${name}.` : 'Hello, nobody gave me a name.';
}

function writeTurn({ personaConfig }: StoredSession, index: number, turns: number): TurnScript {
  const latencies = LATENCIES[index % LATENCIES.length] ?? LATENCIES[0];
  if (index === 0) return { user: HELLO, persona: writeGreeting(personaConfig), latencies };
  const line = LINES[(index - 1) % LINES.length] ?? LINES[0];
  const [user, persona] = index === turns - 1 ? GOODBYE : line;
  return { user, persona, latencies };
}

export interface SimulationOptions {
  readonly token: string;
  /** Number of turns, from 1. */
  readonly turns: number;
  /** Whether the session stays live after the last turn. */
  readonly keep: boolean;
  /** Ends the session. */
  readonly signal: AbortSignal;
  readonly clientMetadata: JsonObject;
  /** Called with each step, as one word and a sentence. */
  readonly onStep: (step: string, text: string) => void;
}

type PlayedTurn = Pick<ReturnType<typeof createTurn>, 'turn' | 'toolCall'>;

/** Returns a turn without what was said, for personas with zero data retention. */
const removeWords = ({ turn, toolCall }: PlayedTurn): PlayedTurn => ({
  turn: { ...turn, userMessage: '', assistantMessage: '' },
  toolCall: toolCall && { ...toolCall, arguments: {}, result: null, documentsAccessed: [] },
});

/** Plays a session in the store, in real time. What others do to the session meanwhile counts. */
class Simulation {
  readonly #started: StartedSession;
  readonly #now: () => Date;
  readonly #signal: AbortSignal;
  readonly #begin = performance.now();

  constructor(started: StartedSession, now: () => Date, signal: AbortSignal) {
    this.#started = started;
    this.#now = now;
    this.#signal = signal;
  }

  async read(): Promise<StoredSession> {
    const { session, tables } = this.#started;
    await endExpiredSessions(tables, this.#now());
    return StoredSession.parse(await tables.sessions.find(session.id));
  }

  /** Waits until some seconds after the start. Returns false once the session has ended, or is to end. */
  async waitUntil(seconds: number): Promise<boolean> {
    for (;;) {
      if (this.#signal.aborted || (await this.read()).endTime !== null) return false;
      const rest = seconds * 1000 - (performance.now() - this.#begin);
      if (rest <= 0) return true;
      // The signal shortens the wait.
      await delay(Math.min(rest, CHECK_INTERVAL), undefined, { signal: this.#signal }).catch(
        () => undefined,
      );
    }
  }

  /** Adds a turn, unless the session has ended. */
  async add(played: PlayedTurn): Promise<void> {
    const { session, tables } = this.#started;
    await tables.sessions.change(session.id, (record) => {
      const { endTime, toolCalls, report } = StoredSession.parse(record);
      if (endTime !== null) return record;
      const { turn, toolCall } = report.transcriptsEnabled ? played : removeWords(played);
      return {
        ...record,
        toolCalls: [...toolCalls, ...(toolCall ? [toolCall] : [])],
        report: { ...report, turns: [...report.turns, turn] },
      };
    });
  }

  async end(): Promise<StoredSession> {
    const { session, tables } = this.#started;
    await tables.sessions.change(session.id, (record) =>
      endSession(record, this.#now(), 'NORMAL_EXIT'),
    );
    return this.read();
  }
}

/**
 * Starts the session of a token in the store, plays a conversation, and ends the session. It is a script: nothing is
 * rendered or recorded, no language model answers, and no tool runs but the search of knowledge.
 * @throws HttpStatusError as `startSession`, or if the token is not valid.
 */
export async function simulateSession(
  services: Pick<Services, 'store' | 'now'>,
  { token, turns, keep, signal, clientMetadata, onStep }: SimulationOptions,
): Promise<StoredSession> {
  const { now } = services;
  const claims = await createSessionTokenSigner(services).verify(token);
  const started = await startSession(services, claims, clientMetadata);
  const { session, tables } = started;
  const { name } = session.personaConfig;
  onStep('started', `session ${session.id}${name ? ` with ${name}` : ''}`);
  onStep('limit', `ends by itself at ${session.report.endsAt}`);
  const simulation = new Simulation(started, now, signal);
  const tools = await listTools(session.personaConfig, tables);
  const clock = createClock(Date.parse(session.startTime));
  let seconds = 0;
  let isGoing = true;
  for (let index = 0; isGoing && index < turns; index += 1) {
    const script = writeTurn(session, index, turns);
    const usable = tools[index];
    const tool = usable && (await callTool(usable, script.user, tables));
    const made = createTurn(tool ? { ...script, tool } : script, index, seconds, clock);
    seconds = made.personaStop;
    isGoing = await simulation.waitUntil(seconds);
    if (!isGoing) break;
    await simulation.add(made);
    onStep('user', script.user);
    if (tool) onStep('tool', `${tool.name}: ${tool.result}`);
    onStep('persona', script.persona);
  }
  if (isGoing && keep) {
    onStep('live', 'Stop it with the mutation stopSession, or here with Ctrl-C.');
    isGoing = await simulation.waitUntil(Number.POSITIVE_INFINITY);
  }
  if (isGoing) await simulation.waitUntil(seconds + PAUSE_SECONDS);
  return simulation.end();
}
