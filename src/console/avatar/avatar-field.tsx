import { keepPreviousData } from '@tanstack/react-query';
import { useAvatarQuery, useAvatarsQuery } from '../../hooks/index.ts';
import { isUnlisted, Picker, type PickerFieldProps } from '../shell/picker.tsx';
import { Picture } from '../shell/picture.tsx';
import { useSearch } from '../shell/use-search.ts';

/** Selects an avatar by name and picture. */
export function AvatarField(props: PickerFieldProps) {
  const { path, value, onChange } = props;
  const search = useSearch();
  const query = useAvatarsQuery(search.variables, { placeholderData: keepPreviousData });
  const items = query.data?.avatars?.items ?? [];
  const enabled = isUnlisted(value, query.data?.avatars);
  const { data: selected } = useAvatarQuery({ id: value }, { enabled });
  const avatars = enabled && selected?.avatar ? [selected.avatar, ...items] : items;
  return (
    <Picker
      legend="Avatar"
      idLabel="Avatar id"
      search={search}
      query={query}
      lastPage={query.data?.avatars?.lastPage}
      isEmpty={items.length === 0}
      {...props}
    >
      <div className="choices">
        {avatars.map(({ id, displayName, imageUrl }) => (
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
