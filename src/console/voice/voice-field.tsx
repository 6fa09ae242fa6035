import { keepPreviousData } from '@tanstack/react-query';
import { useVoiceQuery, useVoicesQuery } from '../../hooks/index.ts';
import { type DefaultPickerFieldProps, Picker } from '../shell/picker.tsx';
import { RadioRow } from '../shell/radio-row.tsx';
import { useSearch } from '../shell/use-search.ts';
import { PlayButton } from './play-button.tsx';

/** Selects a voice by name, after listening to its sample. */
export function VoiceField(props: DefaultPickerFieldProps) {
  const { path, value, onChange, defaultLabel, ...others } = props;
  const search = useSearch();
  const query = useVoicesQuery(search.variables, { placeholderData: keepPreviousData });
  const items = query.data?.voices.items ?? [];
  const isListed = items.some(({ id }) => id === value);
  const enabled = value !== '' && query.data !== undefined && !isListed;
  const { data: selected } = useVoiceQuery({ id: value }, { enabled });
  const voices = enabled && selected?.voice ? [selected.voice, ...items] : items;
  const row = { name: `${path}-choice`, onChange };
  return (
    <Picker
      legend="Voice"
      idLabel="Voice id"
      search={search}
      query={query}
      lastPage={query.data?.voices.lastPage}
      isEmpty={items.length === 0}
      {...{ path, value, onChange, ...others }}
    >
      <ul className="rows">
        {defaultLabel && (
          <RadioRow {...row} value="" isSelected={value === ''} label={defaultLabel} />
        )}
        {voices.map(({ id, displayName, description, language, sampleUrl }) => (
          <RadioRow
            key={id}
            {...row}
            value={id}
            isSelected={id === value}
            label={displayName ?? id}
            description={[language, description].filter(Boolean).join(' · ')}
          >
            {sampleUrl && <PlayButton src={sampleUrl} name={displayName ?? id} />}
          </RadioRow>
        ))}
      </ul>
    </Picker>
  );
}
