import { keepPreviousData } from '@tanstack/react-query';
import { useLlmQuery, useLlmsQuery } from '../../hooks/index.ts';
import { type DefaultPickerFieldProps, Picker } from '../shell/picker.tsx';
import { RadioRow } from '../shell/radio-row.tsx';
import { TextField } from '../shell/text-field.tsx';
import { useSearch } from '../shell/use-search.ts';

/** Selects an LLM by name: a built-in one, a custom one, or the service's default. */
export function LlmField(props: DefaultPickerFieldProps) {
  const { path, value, onChange, defaultLabel, ...others } = props;
  const search = useSearch();
  const query = useLlmsQuery(search.variables, { placeholderData: keepPreviousData });
  const items = query.data?.llms.items ?? [];
  const isListed = items.some(({ id }) => id === value);
  const enabled = value !== '' && query.data !== undefined && !isListed;
  const { data: selected } = useLlmQuery({ id: value }, { enabled });
  const llms = enabled && selected?.llm ? [selected.llm, ...items] : items;
  // An upstream without a list of LLMs may still have custom ones.
  const hasOnlyBuiltIn =
    query.data !== undefined &&
    search.text === '' &&
    (query.data.llms.lastPage ?? 1) <= 1 &&
    items.every(({ isBuiltIn }) => isBuiltIn);
  const row = { name: `${path}-choice`, onChange };
  return (
    <Picker
      legend="Language model"
      idLabel="LLM id"
      search={search}
      query={query}
      lastPage={query.data?.llms.lastPage}
      isEmpty={items.length === 0}
      {...{ path, value, onChange, ...others }}
    >
      <ul className="rows">
        {defaultLabel && (
          <RadioRow {...row} value="" isSelected={value === ''} label={defaultLabel} />
        )}
        {llms.map(({ id, displayName, description, isBuiltIn }) => (
          <RadioRow
            key={id}
            {...row}
            value={id}
            isSelected={id === value}
            label={displayName ?? id}
            description={description}
          >
            {!isBuiltIn && <span className="badge">custom</span>}
          </RadioRow>
        ))}
      </ul>
      {hasOnlyBuiltIn && (
        <TextField
          path={`${path}-custom`}
          label="Custom LLM by id"
          isCode
          value={isListed ? '' : value}
          onChange={onChange}
        />
      )}
    </Picker>
  );
}
