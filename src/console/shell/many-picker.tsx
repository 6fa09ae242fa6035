import { Picker } from './picker.tsx';
import type { PickerState } from './use-picker.ts';

/** Props of every field that selects resources by name. */
export interface ManyPickerFieldProps {
  /** Path of the field in the API's arguments. */
  readonly path: string;
  /** Ids of the selected resources. */
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly issues: readonly string[];
}

interface ManyPickerProps extends ManyPickerFieldProps {
  /** What is selected, such as `Tools`. */
  readonly legend: string;
  /** One of them, such as `Tool`. */
  readonly noun: string;
  readonly picker: PickerState<{
    readonly id: string;
    readonly name: string | null;
    readonly description: string | null;
  }>;
}

/** A searched list to select several resources from. Those that no longer exist can be removed. */
export function ManyPicker(props: ManyPickerProps) {
  const { path, legend, noun, value, onChange, issues, picker } = props;
  const missing = picker.missingIds.map((id) => ({
    id,
    name: null,
    description: 'It no longer exists.',
  }));
  const change = (id: string, isChecked: boolean) =>
    onChange(isChecked ? [...value, id] : value.filter((other) => other !== id));
  return (
    <Picker
      idLabel={`${noun} ids, separated by commas`}
      value={value.join(',')}
      onChange={(text) => onChange(text === '' ? [] : text.split(',').map((id) => id.trim()))}
      {...{ path, legend, issues, picker }}
    >
      <ul className="rows">
        {[...missing, ...picker.items].map(({ id, name, description }) => (
          <li key={id} className="option">
            <label className="check">
              <input
                type="checkbox"
                checked={value.includes(id)}
                onChange={({ target }) => change(id, target.checked)}
              />
              <span>
                {name ?? id}
                {description && <span className="description"> {description}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Picker>
  );
}
