import { HINTS } from '../constants.ts';
import type { VoiceOption } from './voice-options.ts';

const hints = { ...HINTS.VoiceDetectionOptionsInput, ...HINTS.VoiceGenerationOptionsInput };

interface VoiceOptionFieldProps {
  readonly option: VoiceOption;
  /** Undefined: the persona's value. */
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** A voice option: the persona's value, or one set by a slider or, beyond the slider's range, as a number. */
export function VoiceOptionField({ option, value, onChange }: VoiceOptionFieldProps) {
  const { name, label, unit, min, max, step, start } = option;
  const change = ({ target }: { readonly target: HTMLInputElement }) => {
    if (!Number.isNaN(target.valueAsNumber)) onChange(target.valueAsNumber);
  };
  return (
    <div className="voice-option">
      <label className="check">
        <input
          type="checkbox"
          checked={value !== undefined}
          aria-describedby={`${name}-hint`}
          onChange={({ target }) => onChange(target.checked ? start : undefined)}
        />
        {label}
      </label>
      <p id={`${name}-hint`} className="hint">
        {hints[name]}
      </p>
      {value !== undefined && (
        <div className="slider">
          <input
            type="range"
            aria-label={label}
            min={min}
            max={max}
            step={step}
            value={value}
            onChange={change}
          />
          <input
            type="number"
            aria-label={`${label} (number)`}
            step="any"
            value={value}
            onChange={change}
          />
          <span aria-hidden="true">{unit}</span>
        </div>
      )}
    </div>
  );
}
