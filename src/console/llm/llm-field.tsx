import { type LlmQuery, type LlmsQuery, useLlmQuery, useLlmsQuery } from '../../hooks/index.ts';
import { RadioList, TextField } from '../shell/controls.tsx';
import {
  createSelectedHook,
  type DefaultPickerFieldProps,
  Picker,
  usePicker,
} from '../shell/picker.tsx';
import { useMissingList } from './use-missing-list.ts';

const useSelected = createSelectedHook(useLlmQuery, ({ llm }: LlmQuery) => llm);

/** Selects an LLM by name: a built-in one, a custom one, or the service's default. */
export function LlmField(props: DefaultPickerFieldProps) {
  const { path, value, onChange, defaultLabel, ...others } = props;
  const picker = usePicker({
    ids: value ? [value] : [],
    useList: useLlmsQuery,
    read: ({ llms }: LlmsQuery) => llms,
    useSelected,
  });
  const { text, isLoaded, lastPage, listed, items } = picker;
  const hasOnlyBuiltIn =
    isLoaded && text === '' && lastPage <= 1 && listed.every(({ isBuiltIn }) => isBuiltIn);
  const missingList = useMissingList(hasOnlyBuiltIn);
  const field = { path, value, onChange };
  return (
    <Picker legend="Language model" idLabel="LLM id" picker={picker} {...field} {...others}>
      <RadioList
        {...field}
        defaultLabel={defaultLabel}
        choices={items.map(({ id, displayName, description, isBuiltIn }) => ({
          id,
          label: displayName ?? id,
          description,
          controls: !isBuiltIn && <span className="badge">custom</span>,
        }))}
      />
      {missingList && (
        <TextField
          path={`${path}-custom`}
          label="Custom LLM by id"
          hint={missingList}
          isCode
          value={listed.some(({ id }) => id === value) ? '' : value}
          onChange={onChange}
        />
      )}
    </Picker>
  );
}
