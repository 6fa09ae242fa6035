import {
  type AvatarQuery,
  type AvatarsQuery,
  useAvatarQuery,
  useAvatarsQuery,
} from '../../hooks/index.ts';
import { Picture } from '../shell/display.tsx';
import { createSelectedHook, Picker, type PickerFieldProps, usePicker } from '../shell/picker.tsx';

const useSelected = createSelectedHook(useAvatarQuery, ({ avatar }: AvatarQuery) => avatar);

export function AvatarField(props: PickerFieldProps) {
  const { path, value, onChange } = props;
  const picker = usePicker({
    ids: value ? [value] : [],
    useList: useAvatarsQuery,
    read: ({ avatars }: AvatarsQuery) => avatars,
    useSelected,
  });
  return (
    <Picker legend="Avatar" idLabel="Avatar id" picker={picker} {...props}>
      <div className="choices">
        {picker.items.map(({ id, displayName, imageUrl }) => (
          <label key={id} className="choice">
            <input
              type="radio"
              name={`${path}-choice`}
              value={id}
              checked={id === value}
              onChange={() => onChange(id)}
            />
            <Picture src={imageUrl} name={displayName} />
            <span>{displayName ?? id}</span>
          </label>
        ))}
      </div>
    </Picker>
  );
}
