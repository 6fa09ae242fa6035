import { FIELDS } from '../form-fields.ts';
import { CheckField, Input } from '../shell/controls.tsx';
import { type ControlProps, createFields, withControl } from '../shell/fields.ts';
import { parseNumber } from '../shell/parse.ts';

/** The range of a slider. The number beside it accepts any value, because each service has its own ranges. */
interface Range {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Where the slider starts. */
  readonly start: number;
  readonly unit?: 's';
}

interface OptionFieldProps extends ControlProps<string | undefined> {
  readonly range: Range;
}

/** A voice option: the persona's value, or one set by a slider or, beyond the slider's range, as a number. */
function OptionField({ path, label, hint, value, onChange, issues, range }: OptionFieldProps) {
  const { start, unit, ...limits } = range;
  return (
    <div className="voice-option">
      <CheckField
        path={`${path}-set`}
        {...{ label, hint }}
        value={value !== undefined}
        onChange={(isSet) => onChange(isSet ? String(start) : undefined)}
      />
      {value !== undefined && (
        <div className="slider">
          <input
            type="range"
            aria-label={label}
            {...limits}
            value={Number.isFinite(Number(value)) ? value : start}
            onChange={({ target }) => onChange(target.value)}
          />
          <Input
            inputMode="decimal"
            aria-label={`${label} (number)`}
            aria-invalid={issues.length > 0}
            aria-describedby={issues.length > 0 ? `${path}-issues` : undefined}
            {...{ path, value, onChange }}
          />
          <span aria-hidden="true">{unit}</span>
        </div>
      )}
      {issues.length > 0 && (
        <p id={`${path}-issues`} className="issue">
          {issues.join(' ')}
        </p>
      )}
    </div>
  );
}

const ANY = { isInteger: false, min: undefined, max: undefined };

/** Creates the view of a voice option. Without a value, that of the persona applies. */
const withSlider = (label: string, range: Range) => ({
  label,
  ...withControl<string | undefined>({
    Control: (props) => <OptionField {...props} range={range} />,
    toDraft: () => undefined,
    read: (text, path) => (text === undefined ? undefined : parseNumber(text, path, ANY)),
  }),
});

const LEVEL = { min: 0, max: 1, step: 0.05 };
const { speed, stability, similarityBoost } = FIELDS.VoiceGenerationOptionsInput;

/** Specification, "voiceGenerationOptions": those that most voices have. */
export const GENERATION_FIELDS = createFields(
  { speed, stability, similarityBoost },
  {
    speed: withSlider('Speed', { min: 0.5, max: 2, step: 0.05, start: 1 }),
    stability: withSlider('Stability', { ...LEVEL, start: 0.5 }),
    similarityBoost: withSlider('Similarity boost', { ...LEVEL, start: 0.75 }),
  },
);

const withSilence = (label: string, min: number, max: number, step: number, start: number) =>
  withSlider(`Silence that ${label}`, { min, max, step, start, unit: 's' });

/** Specification, "voiceDetectionOptions". */
export const DETECTION_FIELDS = createFields(FIELDS.VoiceDetectionOptionsInput, {
  endOfSpeechSensitivity: withSlider('End of speech sensitivity', { ...LEVEL, start: 0.5 }),
  silenceBeforeAutoEndTurnSeconds: withSilence("ends the user's turn", 0.5, 10, 0.5, 5),
  silenceBeforeSkipTurnSeconds: withSilence('skips a turn', 0, 60, 1, 5),
  silenceBeforeSessionEndSeconds: withSilence('ends the session', 0, 600, 5, 60),
  speechEnhancementLevel: withSlider('Speech enhancement', { ...LEVEL, start: 0.8 }),
});
