import type { AvatarModel } from '../../hooks/index.ts';
import { SelectField } from '../shell/select-field.tsx';

interface AvatarModelFieldProps {
  readonly path: string;
  readonly value: AvatarModel | '';
  readonly onChange: (model: AvatarModel | '') => void;
  readonly issues: readonly string[];
}

/** The versions of the avatar model, with their names for users. */
export const MODELS: readonly { readonly value: AvatarModel | ''; readonly name: string }[] = [
  { value: '', name: "The avatar's default" },
  { value: 'CARA_2', name: 'cara-2' },
  { value: 'CARA_3', name: 'cara-3' },
];

/** Selects the version of the avatar model. Specification, "Persona". */
export const AvatarModelField = ({ onChange, ...field }: AvatarModelFieldProps) => (
  <SelectField
    label="Avatar model"
    choices={MODELS}
    {...field}
    onChange={(chosen) => onChange(MODELS.find(({ value }) => value === chosen)?.value ?? '')}
  />
);
