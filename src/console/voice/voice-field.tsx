import {
  useVoiceQuery,
  useVoicesQuery,
  type VoiceQuery,
  type VoicesQuery,
} from '../../hooks/index.ts';
import { RadioList } from '../shell/controls.tsx';
import {
  createSelectedHook,
  type DefaultPickerFieldProps,
  Picker,
  usePicker,
} from '../shell/picker.tsx';
import { PlayButton } from './play-button.tsx';

const useSelected = createSelectedHook(useVoiceQuery, ({ voice }: VoiceQuery) => voice);

/** Selects a voice by name, after listening to its sample. */
export function VoiceField(props: DefaultPickerFieldProps) {
  const { path, value, onChange, defaultLabel, ...others } = props;
  const picker = usePicker({
    ids: value ? [value] : [],
    useList: useVoicesQuery,
    read: ({ voices }: VoicesQuery) => voices,
    useSelected,
  });
  const field = { path, value, onChange };
  return (
    <Picker legend="Voice" idLabel="Voice id" picker={picker} {...field} {...others}>
      <RadioList
        {...field}
        defaultLabel={defaultLabel}
        choices={picker.items.map(({ id, displayName, description, language, sampleUrl }) => ({
          id,
          label: displayName ?? id,
          description: [language, description].filter(Boolean).join(' · '),
          controls: sampleUrl && <PlayButton src={sampleUrl} name={displayName ?? id} />,
        }))}
      />
    </Picker>
  );
}
