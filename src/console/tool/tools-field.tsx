import { keepPreviousData } from '@tanstack/react-query';
import { useToolsByIdsQuery, useToolsQuery } from '../../hooks/index.ts';
import { Picker } from '../shell/picker.tsx';
import { useSearch } from '../shell/use-search.ts';

interface ToolsFieldProps {
  readonly path: string;
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly issues: readonly string[];
}

/** Selects tools by name. */
export function ToolsField({ path, value, onChange, issues }: ToolsFieldProps) {
  const search = useSearch();
  const query = useToolsQuery(search.variables, { placeholderData: keepPreviousData });
  const items = query.data?.tools?.items ?? [];
  const unlistedIds = value.filter((id) => !items.some((item) => item.id === id));
  const { data: unlisted } = useToolsByIdsQuery(
    { ids: unlistedIds },
    { enabled: query.data !== undefined && unlistedIds.length > 0 },
  );
  const unlistedTools = unlisted?.toolsByIds?.flatMap((tool) => tool ?? []) ?? [];
  const tools = [...(unlistedIds.length > 0 ? unlistedTools : []), ...items];
  const change = (id: string, isChecked: boolean) =>
    onChange(isChecked ? [...value, id] : value.filter((other) => other !== id));
  return (
    <Picker
      path={path}
      legend="Tools"
      idLabel="Tool ids, separated by commas"
      issues={issues}
      search={search}
      query={query}
      lastPage={query.data?.tools?.lastPage}
      isEmpty={items.length === 0}
      value={value.join(',')}
      onChange={(text) => onChange(text === '' ? [] : text.split(',').map((id) => id.trim()))}
    >
      <ul className="rows">
        {tools.map(({ id, name, description }) => (
          <li key={id} className="option">
            <label className="check">
              <input
                type="checkbox"
                checked={value.includes(id)}
                onChange={({ target }) => change(id, target.checked)}
              />
              <span>
                {name ?? id}
                {description && <span className="description"> {description}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Picker>
  );
}
