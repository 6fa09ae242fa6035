import { useAvatarQuery } from '../../hooks/index.ts';
import { useKnownChoices } from '../persona/known-choices.ts';
import { TextField } from '../shell/text-field.tsx';
import { useDebouncedValue } from '../shell/use-debounced-value.ts';
import { Picture } from './picture.tsx';

interface AvatarFieldProps {
  readonly path: string;
  /** Id of the selected avatar; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly issues: readonly string[];
}

/** Selects an avatar: one that a persona uses, or any other by id. */
export function AvatarField({ path, value, onChange, issues }: AvatarFieldProps) {
  const { avatars } = useKnownChoices();
  const avatarId = useDebouncedValue(value.trim());
  const isListed = avatars.some(({ id }) => id === avatarId);
  const { data } = useAvatarQuery({ id: avatarId }, { enabled: avatarId !== '' && !isListed });
  const unlistedAvatar = isListed ? undefined : data?.avatar;
  const choices = unlistedAvatar ? [unlistedAvatar, ...avatars] : avatars;
  return (
    <fieldset className="field">
      <legend>Avatar</legend>
      <div className="choices">
        {choices.map(({ id, displayName, imageUrl }) => (
          <label key={id} className="choice">
            <input
              type="radio"
              name={`${path}-choice`}
              value={id}
              checked={id === value.trim()}
              onChange={() => onChange(id)}
            />
            <Picture src={imageUrl} name={displayName} />
            <span>{displayName ?? id}</span>
          </label>
        ))}
      </div>
      <TextField
        path={path}
        label="Avatar id"
        hint="Select an avatar above, or enter an id."
        isCode
        value={value}
        onChange={onChange}
        issues={issues}
      />
    </fieldset>
  );
}
