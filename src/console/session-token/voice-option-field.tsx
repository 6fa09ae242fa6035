import { FIELDS } from '../form-fields.ts';
import type { VoiceOption } from './voice-options.ts';

const hints = {
  ...FIELDS.VoiceDetectionOptionsInput,
  ...FIELDS.VoiceGenerationOptionsInput,
};

interface VoiceOptionFieldProps {
  readonly option: VoiceOption;
  /** Path of the field in the API's arguments. */
  readonly path: string;
  /** As typed. Undefined: the persona's value. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  readonly issues: readonly string[];
}

/** A voice option: the persona's value, or one set by a slider or, beyond the slider's range, as a number. */
export function VoiceOptionField(props: VoiceOptionFieldProps) {
  const { option, path, value, onChange, issues } = props;
  const { name, label, unit, min, max, step, start } = option;
  return (
    <div className="voice-option">
      <label className="check">
        <input
          type="checkbox"
          checked={value !== undefined}
          aria-describedby={`${name}-hint`}
          onChange={({ target }) => onChange(target.checked ? String(start) : undefined)}
        />
        {label}
      </label>
      <p id={`${name}-hint`} className="hint">
        {hints[name].hint}
      </p>
      {value !== undefined && (
        <div className="slider">
          <input
            type="range"
            aria-label={label}
            min={min}
            max={max}
            step={step}
            value={Number.isFinite(Number(value)) ? value : start}
            onChange={({ target }) => onChange(target.value)}
          />
          <input
            id={path}
            inputMode="decimal"
            aria-label={`${label} (number)`}
            aria-invalid={issues.length > 0}
            aria-describedby={issues.length > 0 ? `${path}-issues` : undefined}
            value={value}
            onChange={({ target }) => onChange(target.value)}
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
