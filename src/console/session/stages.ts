import type { SessionStatisticsQuery } from '../../hooks/index.ts';

/** The statistics of all sessions of a time range. */
export type SessionStatistics = NonNullable<SessionStatisticsQuery['sessionStatistics']>;

/** Statistics of each latency and duration. */
export type Latencies = NonNullable<SessionStatistics['latencies']>;

/** The latency of an answer, and its parts in the order of time. */
export const LATENCIES = {
  firstAudioLatencySeconds: 'Whole answer',
  transcriptionLatencySeconds: 'Transcription',
  llmTimeToFirstOutputSeconds: 'LLM, first output',
  ttsTimeToFirstAudioSeconds: 'Voice, first audio',
} as const satisfies Partial<Record<keyof Latencies, string>>;

/** What takes as long as people speak. The compiler reports a stage that is missing. */
export const DURATIONS: Readonly<Record<Exclude<keyof Latencies, keyof typeof LATENCIES>, string>> =
  {
    llmGenerationDurationSeconds: 'LLM, all output',
    ttsGenerationDurationSeconds: 'Voice, all audio',
    personaSpeechDurationSeconds: 'Persona speaks',
    userSpeechDurationSeconds: 'User speaks',
  };
