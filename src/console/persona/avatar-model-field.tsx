import type { AvatarModel } from '../../hooks/index.ts';
import { Field } from '../shell/field.tsx';

interface AvatarModelFieldProps {
  readonly value: AvatarModel | '';
  readonly onChange: (model: AvatarModel | '') => void;
  readonly issues: readonly string[];
}

const MODELS: readonly { readonly value: AvatarModel | ''; readonly name: string }[] = [
  { value: '', name: "The avatar's default" },
  { value: 'CARA_2', name: 'cara-2' },
  { value: 'CARA_3', name: 'cara-3' },
];

/** Selects the version of the avatar model. Specification, "Persona". */
export function AvatarModelField({ value, onChange, issues }: AvatarModelFieldProps) {
  const choose = (chosen: string) =>
    onChange(MODELS.find((model) => model.value === chosen)?.value ?? '');
  return (
    <Field path="input.avatarModel" label="Avatar model" issues={issues}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => choose(event.target.value)}>
          {MODELS.map((model) => (
            <option key={model.value} value={model.value}>
              {model.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
