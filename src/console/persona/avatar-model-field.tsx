import { useAvatarQuery } from '../../hooks/index.ts';
import { AVATAR_MODELS } from '../constants.ts';
import { SelectField } from '../shell/controls.tsx';

interface AvatarModelFieldProps {
  readonly path: string;
  /** The chosen avatar; empty for none. */
  readonly avatarId: string;
  /** Name of the model; empty for the avatar's default. */
  readonly value: string;
  readonly onChange: (model: string) => void;
  readonly issues: readonly string[];
}

/** Text for no model of its own. */
export const DEFAULT_MODEL = "The avatar's default";

/** Selects one of the avatar models that the avatar supports. Specification, "Persona". */
export function AvatarModelField({ avatarId, ...field }: AvatarModelFieldProps) {
  const { data } = useAvatarQuery({ id: avatarId }, { enabled: avatarId !== '' });
  // The models of the specification, for an avatar that does not list its own.
  const models = new Set(data?.avatar?.availableModels ?? AVATAR_MODELS).add(field.value);
  models.delete('');
  return (
    <SelectField
      label="Avatar model"
      choices={{
        '': DEFAULT_MODEL,
        ...Object.fromEntries([...models].map((model) => [model, model])),
      }}
      {...field}
    />
  );
}
