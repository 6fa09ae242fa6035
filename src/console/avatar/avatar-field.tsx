import {
  type AvatarQuery,
  type AvatarsQuery,
  useAvatarQuery,
  useAvatarsQuery,
} from '../../hooks/index.ts';
import { TileList } from '../shell/controls.tsx';
import { createSelectedHook, Picker, type PickerFieldProps, usePicker } from '../shell/picker.tsx';

const useSelected = createSelectedHook(useAvatarQuery, ({ avatar }: AvatarQuery) => avatar);

export function AvatarField(props: PickerFieldProps) {
  const { value, onChange } = props;
  const picker = usePicker({
    ids: value ? [value] : [],
    useList: useAvatarsQuery,
    read: ({ avatars }: AvatarsQuery) => avatars,
    useSelected,
  });
  return (
    <Picker legend="Avatar" idLabel="Avatar id" picker={picker} {...props}>
      <TileList
        {...{ value, onChange }}
        choices={picker.items.map(({ id, displayName, imageUrl }) => ({
          id,
          label: displayName ?? id,
          imageUrl,
        }))}
      />
    </Picker>
  );
}
