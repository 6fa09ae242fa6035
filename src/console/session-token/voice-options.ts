import type { VoiceDetectionOptionsInput, VoiceGenerationOptionsInput } from '../../hooks/index.ts';

export type VoiceOptionName = keyof VoiceDetectionOptionsInput | keyof VoiceGenerationOptionsInput;

/**
 * A voice option and the range of its slider. The number field accepts any value, because each service has its own
 * ranges.
 */
export interface VoiceOption {
  readonly kind: 'detection' | 'generation';
  readonly name: VoiceOptionName;
  readonly label: string;
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
    min: 0.5,
    max: 2,
    step: 0.05,
    start: 1,
  },
  {
    kind: 'generation',
    name: 'stability',
    label: 'Stability',
    min: 0,
    max: 1,
    step: 0.05,
    start: 0.5,
  },
  {
    kind: 'generation',
    name: 'similarityBoost',
    label: 'Similarity boost',
    min: 0,
    max: 1,
    step: 0.05,
    start: 0.75,
  },
  {
    kind: 'detection',
    name: 'endOfSpeechSensitivity',
    label: 'End of speech sensitivity',
    min: 0,
    max: 1,
    step: 0.05,
    start: 0.5,
  },
  {
    kind: 'detection',
    name: 'silenceBeforeAutoEndTurnSeconds',
    label: "Silence that ends the user's turn",
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
    min: 0,
    max: 1,
    step: 0.05,
    start: 0.8,
  },
];
