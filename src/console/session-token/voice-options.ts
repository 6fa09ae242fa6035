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
    hint: 'Speaking rate; 1 is normal.',
    min: 0.5,
    max: 2,
    step: 0.05,
    start: 1,
  },
  {
    kind: 'generation',
    name: 'stability',
    label: 'Stability',
    hint: 'Low values sound more expressive, high values more consistent.',
    min: 0,
    max: 1,
    step: 0.05,
    start: 0.5,
  },
  {
    kind: 'generation',
    name: 'similarityBoost',
    label: 'Similarity boost',
    hint: 'How closely the voice matches the original.',
    min: 0,
    max: 1,
    step: 0.05,
    start: 0.75,
  },
  {
    kind: 'detection',
    name: 'endOfSpeechSensitivity',
    label: 'End of speech sensitivity',
    hint: 'High values respond sooner, low values wait longer.',
    min: 0,
    max: 1,
    step: 0.05,
    start: 0.5,
  },
  {
    kind: 'detection',
    name: 'silenceBeforeAutoEndTurnSeconds',
    label: "Silence that ends the user's turn",
    hint: 'Seconds of silence until the persona responds.',
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
    hint: 'Seconds of silence until the persona continues.',
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
    hint: 'Seconds of silence until the session ends.',
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
    hint: 'Amount of background noise reduction.',
    min: 0,
    max: 1,
    step: 0.05,
    start: 0.8,
  },
];
