import type { VoiceDetectionOptionsInput, VoiceGenerationOptionsInput } from '../../hooks/index.ts';

/** Name of a voice option in the API. */
export type VoiceOptionName = keyof VoiceDetectionOptionsInput | keyof VoiceGenerationOptionsInput;

/**
 * A voice option and the range of its slider. The number field accepts any value, because each service has its own
 * ranges.
 */
export interface VoiceOption {
  readonly kind: 'detection' | 'generation';
  readonly name: VoiceOptionName;
  readonly label: string;
  readonly hint: string;
  readonly unit?: 's';
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Initial position of the slider. */
  readonly start: number;
}

/** Specification, "voiceDetectionOptions" and "voiceGenerationOptions". */
export const VOICE_OPTIONS: readonly VoiceOption[] = [
  {
    kind: 'generation',
    name: 'speed',
    label: 'Speed',
    hint: 'How fast the persona speaks; 1 is its own pace.',
    min: 0.5,
    max: 2,
    step: 0.05,
    start: 1,
  },
  {
    kind: 'generation',
    name: 'stability',
    label: 'Stability',
    hint: 'Low is lively, high is even.',
    min: 0,
    max: 1,
    step: 0.05,
    start: 0.5,
  },
  {
    kind: 'generation',
    name: 'similarityBoost',
    label: 'Similarity boost',
    hint: 'How close it keeps to the original voice.',
    min: 0,
    max: 1,
    step: 0.05,
    start: 0.75,
  },
  {
    kind: 'detection',
    name: 'endOfSpeechSensitivity',
    label: 'End of speech sensitivity',
    hint: 'High answers sooner, low lets the user think.',
    min: 0,
    max: 1,
    step: 0.05,
    start: 0.5,
  },
  {
    kind: 'detection',
    name: 'silenceBeforeAutoEndTurnSeconds',
    label: "Silence that ends the user's turn",
    hint: 'After it, the persona speaks.',
    unit: 's',
    min: 0.5,
    max: 10,
    step: 0.5,
    start: 5,
  },
  {
    kind: 'detection',
    name: 'silenceBeforeSkipTurnSeconds',
    label: 'Silence that skips a turn',
    hint: 'After it, the persona goes on by itself.',
    unit: 's',
    min: 0,
    max: 60,
    step: 1,
    start: 5,
  },
  {
    kind: 'detection',
    name: 'silenceBeforeSessionEndSeconds',
    label: 'Silence that ends the session',
    hint: 'After it, the session is over.',
    unit: 's',
    min: 0,
    max: 600,
    step: 5,
    start: 60,
  },
  {
    kind: 'detection',
    name: 'speechEnhancementLevel',
    label: 'Speech enhancement',
    hint: 'How much noise around the user is taken out.',
    min: 0,
    max: 1,
    step: 0.05,
    start: 0.8,
  },
];
