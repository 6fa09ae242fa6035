import { keepPreviousData } from '@tanstack/react-query';
import { useLlmQuery, useLlmsQuery } from '../../hooks/index.ts';
import { type DefaultPickerFieldProps, isUnlisted, Picker } from '../shell/picker.tsx';
import { RadioList } from '../shell/radio-list.tsx';
import { TextField } from '../shell/text-field.tsx';
import { useSearch } from '../shell/use-search.ts';
import { useMissingList } from './use-missing-list.ts';

/** Selects an LLM by name: a built-in one, a custom one, or the service's default. */
export function LlmField(props: DefaultPickerFieldProps) {
  const { path, value, onChange, defaultLabel, ...others } = props;
  const search = useSearch();
  const query = useLlmsQuery(search.variables, { placeholderData: keepPreviousData });
  const items = query.data?.llms?.items ?? [];
  const enabled = isUnlisted(value, query.data?.llms);
  const { data: selected } = useLlmQuery({ id: value }, { enabled });
  const llms = enabled && selected?.llm ? [selected.llm, ...items] : items;
  const hasOnlyBuiltIn =
    query.data !== undefined &&
    search.text === '' &&
    (query.data.llms?.lastPage ?? 1) <= 1 &&
    items.every(({ isBuiltIn }) => isBuiltIn);
  const missingList = useMissingList(hasOnlyBuiltIn);
  return (
    <Picker
      legend="Language model"
      idLabel="LLM id"
      search={search}
      query={query}
      lastPage={query.data?.llms?.lastPage}
      isEmpty={items.length === 0}
      {...{ path, value, onChange, ...others }}
    >
      <RadioList
        {...{ path, value, onChange, defaultLabel }}
        choices={llms.map(({ id, displayName, description, isBuiltIn }) => ({
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
          value={enabled ? value : ''}
          onChange={onChange}
        />
      )}
    </Picker>
  );
}
