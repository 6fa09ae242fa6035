import { useAvatarQuery } from '../../hooks/index.ts';
import { useKnownChoices } from '../persona/known-choices.ts';
import { useSettled } from '../shell/settled.ts';
import { TextField } from '../shell/text-field.tsx';
import { Picture } from './picture.tsx';

interface AvatarFieldProps {
  readonly path: string;
  /** Id of the chosen avatar; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly issues: readonly string[];
}

/** An avatar: one of those that personas have, or any other by its id. */
export function AvatarField({ path, value, onChange, issues }: AvatarFieldProps) {
  const { avatars } = useKnownChoices();
  const settled = useSettled(value.trim());
  const isListed = avatars.some(({ id }) => id === settled);
  const { data } = useAvatarQuery({ id: settled }, { enabled: settled !== '' && !isListed });
  const other = isListed ? undefined : data?.avatar;
  const shown = other ? [other, ...avatars] : avatars;
  return (
    <fieldset className="field">
      <legend>Avatar</legend>
      <div className="choices">
        {shown.map(({ id, displayName, imageUrl }) => (
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
        hint="Choose one above, or paste the id of another."
        isCode
        value={value}
        onChange={onChange}
        issues={issues}
      />
    </fieldset>
  );
}
