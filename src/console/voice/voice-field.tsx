import { keepPreviousData } from '@tanstack/react-query';
import { useVoiceQuery, useVoicesQuery } from '../../hooks/index.ts';
import { type DefaultPickerFieldProps, isUnlisted, Picker } from '../shell/picker.tsx';
import { RadioList } from '../shell/radio-list.tsx';
import { useSearch } from '../shell/use-search.ts';
import { PlayButton } from './play-button.tsx';

/** Selects a voice by name, after listening to its sample. */
export function VoiceField(props: DefaultPickerFieldProps) {
  const { path, value, onChange, defaultLabel, ...others } = props;
  const search = useSearch();
  const query = useVoicesQuery(search.variables, { placeholderData: keepPreviousData });
  const items = query.data?.voices?.items ?? [];
  const enabled = isUnlisted(value, query.data?.voices);
  const { data: selected } = useVoiceQuery({ id: value }, { enabled });
  const voices = enabled && selected?.voice ? [selected.voice, ...items] : items;
  return (
    <Picker
      legend="Voice"
      idLabel="Voice id"
      search={search}
      query={query}
      lastPage={query.data?.voices?.lastPage}
      isEmpty={items.length === 0}
      {...{ path, value, onChange, ...others }}
    >
      <RadioList
        {...{ path, value, onChange, defaultLabel }}
        choices={voices.map(({ id, displayName, description, language, sampleUrl }) => ({
          id,
          label: displayName ?? id,
          description: [language, description].filter(Boolean).join(' · '),
          controls: sampleUrl && <PlayButton src={sampleUrl} name={displayName ?? id} />,
        }))}
      />
    </Picker>
  );
}
