import type { JsonObject } from '../../contract/record.ts';
import type { SessionTurn } from '../../contract/session-analytics.ts';
import { countWords } from '../session-analytics.ts';

export interface ToolCallScript {
  readonly id: string;
  readonly name: string;
  readonly type: 'client' | 'server' | 'system';
  readonly subtype?: 'knowledge' | 'webhook';
  readonly arguments: JsonObject;
  /** What the tool returned, or why it failed. */
  readonly result?: string;
  readonly error?: string;
  readonly documentsAccessed?: string[];
  readonly seconds: number;
}

/** The script of a turn. */
export interface TurnScript {
  readonly user: string;
  readonly persona: string;
  /** Seconds that the transcription, the LLM and the voice took. */
  readonly latencies: readonly [transcription: number, llm: number, tts: number];
  readonly interrupted?: true;
  readonly tool?: ToolCallScript;
}

const WORDS_PER_SECOND = 2.6;
/** Silence before the user speaks, and before a session ends, in seconds. */
export const PAUSE_SECONDS = 1.2;

const getSpeakingTime = (text: string) => countWords(text) / WORDS_PER_SECOND;
const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

/** A clock that is read as ISO 8601 timestamps, in seconds after a start. */
export const createClock = (start: number) => (seconds: number) =>
  new Date(start + Math.round(seconds * 1000)).toISOString();

type Clock = ReturnType<typeof createClock>;

/** Creates a turn that begins `from` seconds after the start, and the seconds at which it ends. */
export function createTurn(script: TurnScript, turnIndex: number, from: number, at: Clock) {
  const [transcription, llm, tts] = script.latencies;
  const userStart = from + PAUSE_SECONDS;
  const userEnd = userStart + getSpeakingTime(script.user);
  const transcribed = userEnd + transcription;
  const llmFirst = transcribed + llm + (script.tool?.seconds ?? 0);
  const llmDuration = 0.3 + countWords(script.persona) * 0.02;
  const personaStart = llmFirst + tts;
  const speaking = getSpeakingTime(script.persona) * (script.interrupted ? 0.6 : 1);
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
    finishReason: script.interrupted ? 'interrupted' : 'completed',
    wasInterrupted: script.interrupted ?? false,
    interruptedStage: script.interrupted ? 'while_speaking' : null,
    userMessage: script.user,
    assistantMessage: script.persona,
  };
  return {
    turn,
    toolCall: createToolCall(script.tool, turnIndex, transcribed + llm, at),
    personaStop,
  };
}

const createToolCall = (
  script: ToolCallScript | undefined,
  turnIndex: number,
  from: number,
  at: Clock,
) =>
  script && {
    turnIndex,
    correlationId: `turn-${turnIndex}`,
    toolCallId: script.id,
    toolName: script.name,
    toolType: script.type,
    toolSubtype: script.subtype ?? null,
    status: script.error === undefined ? ('completed' as const) : ('failed' as const),
    startedAt: at(from),
    completedAt: at(from + script.seconds),
    durationSeconds: script.seconds,
    errorMessage: script.error ?? null,
    arguments: script.arguments,
    result: script.result ?? null,
    documentsAccessed: script.documentsAccessed ?? [],
  };
