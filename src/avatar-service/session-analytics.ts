import { z } from 'zod';
import { type SessionAnalytics, TurnToolCall } from '../contract/session-analytics.ts';
import type { StoredSession } from './stored-session.ts';

/** The language of sessions whose configuration names none. @assumed */
const DEFAULT_LANGUAGE = 'en';

/** Leaves out what was sent to a tool and returned. */
const TurnToolCallOnly = z.object(TurnToolCall.shape);

type ToolCalls = StoredSession['toolCalls'];

export const sum = (values: readonly (number | null | undefined)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/** Returns a share from 0 to 1, or null if there is nothing to share. */
export const getRate = (part: number, total: number): number | null =>
  total === 0 ? null : part / total;

export function countToolCalls(calls: ToolCalls) {
  const byName = new Map<string, number>();
  for (const { toolName } of calls)
    if (toolName) byName.set(toolName, (byName.get(toolName) ?? 0) + 1);
  const failed = calls.filter(({ status }) => status === 'failed').length;
  return {
    total: calls.length,
    succeeded: calls.filter(({ status }) => status === 'completed').length,
    failed,
    byName: Object.fromEntries(byName),
  };
}

const average = (values: readonly (number | null | undefined)[]) => {
  const known = values.filter((value) => typeof value === 'number');
  return getRate(sum(known), known.length);
};

export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

const countAllWords = (texts: readonly (string | null | undefined)[]) =>
  sum(texts.map((text) => countWords(text ?? '')));

export function createSessionAnalytics(
  session: StoredSession,
  includeMessages: boolean,
): SessionAnalytics {
  const { personaConfig, toolCalls, report } = session;
  const { turns, sessionType, transcriptsEnabled, errors } = report;
  const interrupted = turns.filter(({ wasInterrupted }) => wasInterrupted).length;
  const averageOf = (read: (turn: (typeof turns)[number]) => number | null | undefined) =>
    average(turns.map(read));
  const showMessages = includeMessages && transcriptsEnabled;
  return {
    sessionId: session.id,
    startTime: session.startTime,
    endTime: session.endTime,
    durationSeconds: session.sessionLengthMs === null ? null : session.sessionLengthMs / 1000,
    sessionType,
    exitStatus: session.exitStatus,
    clientLabel: session.clientLabel,
    clientMetadata: session.clientMetadata,
    personaId: session.personaId,
    apiKeyId: session.apiKeyId,
    config: {
      llmProvider: null,
      llmModel: personaConfig.llmId ?? null,
      ttsProvider: null,
      ttsVoice: personaConfig.voiceId ?? null,
      avatarKey: null,
      personaName: personaConfig.name ?? null,
      languageCode: personaConfig.languageCode ?? DEFAULT_LANGUAGE,
      transcriptsEnabled,
    },
    summary: {
      totalTurns: turns.length,
      completedTurns: turns.length - interrupted,
      interruptedTurns: interrupted,
      interruptionRate: getRate(interrupted, turns.length),
      totalUserSpeechDurationSeconds: sum(
        turns.map(({ userSpeechDurationSeconds }) => userSpeechDurationSeconds),
      ),
      totalUserWords: countAllWords(turns.map(({ userMessage }) => userMessage)),
      totalAssistantWords: countAllWords(turns.map(({ assistantMessage }) => assistantMessage)),
      totalWarnings: 0,
      totalErrors: errors,
      toolCalls: countToolCalls(toolCalls),
      averageLatencies: {
        transcriptionLatencySeconds: averageOf((turn) => turn.transcriptionLatencySeconds),
        llmTimeToFirstOutputSeconds: averageOf((turn) => turn.llmTimeToFirstOutputSeconds),
        ttsGenerationDurationSeconds: averageOf((turn) => turn.ttsGenerationDurationSeconds),
        firstAudioLatencySeconds: averageOf((turn) => turn.firstAudioLatencySeconds),
      },
    },
    turns: turns.map(({ userMessage, assistantMessage, ...turn }) => ({
      ...turn,
      toolCalls: toolCalls
        .filter(({ turnIndex }) => turnIndex === turn.turnIndex)
        .map((call) => TurnToolCallOnly.parse(call)),
      ...(showMessages && { userMessage, assistantMessage }),
    })),
  };
}
