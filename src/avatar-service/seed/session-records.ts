import type { JsonObject } from '../../contract/record.ts';
import type { SessionTurn } from '../../contract/session-analytics.ts';
import { countWords } from '../session-analytics.ts';
import type { StoredSession } from '../stored-session.ts';
import { personas } from './seed-data.ts';

interface SeedToolCall {
  readonly id: string;
  readonly name: string;
  readonly type: 'client' | 'server' | 'system';
  readonly subtype?: string;
  readonly arguments: JsonObject;
  /** What the tool returned, or why it failed. */
  readonly result?: string;
  readonly error?: string;
  readonly seconds: number;
}

interface SeedTurn {
  readonly user: string;
  readonly persona: string;
  /** Seconds that the transcription, the LLM and the voice took. */
  readonly latencies: readonly [transcription: number, llm: number, tts: number];
  readonly interrupted?: true;
  readonly tool?: SeedToolCall;
}

export interface SeedSession {
  readonly id: string;
  /** Name of the persona, as it begins. */
  readonly persona: string;
  /** Whether the session token had the configuration of the persona instead of its id. */
  readonly isEphemeral?: true;
  readonly clientLabel: string;
  readonly clientMetadata: JsonObject;
  /** Age of the session when the store is created, in hours. */
  readonly hoursAgo: number;
  /** Null if the session is live. */
  readonly exitStatus: 'NORMAL_EXIT' | 'ERROR' | 'CLOSED_BY_ENGINE' | null;
  readonly keepsNoTranscript?: true;
  readonly isRecorded?: true;
  readonly turns: readonly SeedTurn[];
}

/** Id of the API key that created the session tokens. No API key of the store has it. */
const API_KEY_ID = '6c0c8a53-5d0b-4c54-9f3e-0c1f5a7c2b90';

const HOUR = 3_600_000;
const WORDS_PER_SECOND = 2.6;
const PAUSE_SECONDS = 1.2;

const getSpeakingTime = (text: string) => countWords(text) / WORDS_PER_SECOND;
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** A clock that is read as ISO 8601 timestamps, in seconds after a start. */
const createClock = (start: number) => (seconds: number) =>
  new Date(start + Math.round(seconds * 1000)).toISOString();

type Clock = ReturnType<typeof createClock>;

/** Creates a turn that begins `from` seconds after the start, and the seconds at which it ends. */
function createTurn(seed: SeedTurn, turnIndex: number, from: number, at: Clock) {
  const [transcription, llm, tts] = seed.latencies;
  const userStart = from + PAUSE_SECONDS;
  const userEnd = userStart + getSpeakingTime(seed.user);
  const transcribed = userEnd + transcription;
  const llmFirst = transcribed + llm + (seed.tool?.seconds ?? 0);
  const llmDuration = 0.3 + countWords(seed.persona) * 0.02;
  const personaStart = llmFirst + tts;
  const speaking = getSpeakingTime(seed.persona) * (seed.interrupted ? 0.6 : 1);
  const personaStop = personaStart + speaking;
  const turn: SessionTurn = {
    turnIndex,
    correlationId: `turn-${turnIndex}`,
    userSpeechStartTime: at(userStart),
    userSpeechEndTime: at(userEnd),
    userSpeechDurationSeconds: round(userEnd - userStart),
    userTranscriptionTime: at(transcribed),
    transcriptionLatencySeconds: transcription,
    llmFirstOutputTime: at(llmFirst),
    llmFinalOutputTime: at(llmFirst + llmDuration),
    llmTimeToFirstOutputSeconds: round(llmFirst - transcribed),
    llmGenerationDurationSeconds: round(llmDuration),
    ttsStartTime: at(llmFirst),
    ttsEndTime: at(personaStop),
    ttsGenerationDurationSeconds: round(tts + llmDuration),
    ttsTimeToFirstAudioSeconds: tts,
    personaStartSpeakingTime: at(personaStart),
    personaStopSpeakingTime: at(personaStop),
    firstAudioLatencySeconds: round(personaStart - userEnd),
    speakingDurationSeconds: round(speaking),
    finishReason: seed.interrupted ? 'interrupted' : 'completed',
    wasInterrupted: seed.interrupted ?? false,
    interruptedStage: seed.interrupted ? 'while_speaking' : null,
    userMessage: seed.user,
    assistantMessage: seed.persona,
  };
  return {
    turn,
    toolCall: createToolCall(seed.tool, turnIndex, transcribed + llm, at),
    personaStop,
  };
}

const createToolCall = (
  seed: SeedToolCall | undefined,
  turnIndex: number,
  from: number,
  at: Clock,
) =>
  seed && {
    turnIndex,
    correlationId: `turn-${turnIndex}`,
    toolCallId: seed.id,
    toolName: seed.name,
    toolType: seed.type,
    toolSubtype: seed.subtype ?? null,
    status: seed.error === undefined ? ('completed' as const) : ('failed' as const),
    startedAt: at(from),
    completedAt: at(from + seed.seconds),
    durationSeconds: seed.seconds,
    errorMessage: seed.error ?? null,
    arguments: seed.arguments,
    result: seed.result ?? null,
    documentsAccessed: [],
  };

function findPersona(name: string) {
  const persona = personas.find((candidate) => candidate.name.startsWith(name));
  if (!persona) throw new Error(`The persona ${name} does not exist.`);
  return persona;
}

export function createSessionRecord(seed: SeedSession, now: Date): StoredSession {
  const { id: personaId, ...config } = findPersona(seed.persona);
  const start = now.getTime() - seed.hoursAgo * HOUR;
  const at = createClock(start);
  let seconds = 0;
  const made = seed.turns.map((turn, index) => {
    const result = createTurn(turn, index, seconds, at);
    seconds = result.personaStop;
    return result;
  });
  const isLive = seed.exitStatus === null;
  const length = seconds + PAUSE_SECONDS;
  return {
    id: seed.id,
    personaId: seed.isEphemeral ? null : personaId,
    clientLabel: seed.clientLabel,
    startTime: at(0),
    endTime: isLive ? null : at(length),
    sessionLengthMs: isLive ? null : Math.round(length * 1000),
    exitStatus: seed.exitStatus,
    engineHost: null,
    engineProtocol: null,
    engineVersion: null,
    clientMetadata: seed.clientMetadata,
    personaConfig: { type: 'ephemeral', ...config },
    apiKeyId: API_KEY_ID,
    toolCalls: made.flatMap(({ toolCall }) => toolCall ?? []),
    createdAt: at(0),
    updatedAt: isLive ? null : at(length),
    report: {
      turns: made.map(({ turn }) => turn),
      sessionType: config.llmId === 'CUSTOMER_CLIENT_V1' ? 'custom_llm_client' : 'turnkey',
      transcriptsEnabled: !seed.keepsNoTranscript,
      recordedVoiceId: seed.isRecorded ? config.voiceId : null,
      errors: seed.exitStatus === 'ERROR' ? 1 : 0,
    },
  };
}
