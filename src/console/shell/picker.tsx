import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { Field } from './field.tsx';
import { Loading } from './loading.tsx';
import { PickerPager } from './picker-pager.tsx';
import type { Query } from './query.ts';
import { TextField } from './text-field.tsx';
import type { Search } from './use-search.ts';

/** Props of every field that selects a resource by name. */
export interface PickerFieldProps {
  /** Path of the field in the API's arguments. */
  readonly path: string;
  /** Id of the selected resource; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly issues: readonly string[];
}

/** Props of a field that may stay without an id. */
export interface DefaultPickerFieldProps extends PickerFieldProps {
  /** Label of the choice without an id. Default: there is none. */
  readonly defaultLabel: string | undefined;
}

interface Items {
  readonly items: readonly { readonly id: string }[];
}

interface PickerProps extends PickerFieldProps {
  /** What is selected, such as `Language model`. */
  readonly legend: string;
  /** Label of the field for an id, which replaces the list if the upstream has none. */
  readonly idLabel: string;
  readonly search: Search;
  readonly query: Query<unknown>;
  /** Null or absent if unknown. */
  readonly lastPage: number | null | undefined;
  readonly isEmpty: boolean;
  readonly children: ReactNode;
}

/** Whether something is selected that the page of the list, once it is loaded, does not show. */
export const isUnlisted = (value: string, page: Items | null | undefined): boolean =>
  value !== '' && page?.items.some(({ id }) => id === value) === false;

/** A searched list to select from, with pages; a field for an id if the upstream has no such list. */
export function Picker(props: PickerProps) {
  const { path, legend, idLabel, issues, search, query, lastPage, isEmpty, children } = props;
  const { data, error, refetch } = query;
  if (error?.code === 'NOT_SUPPORTED') {
    const { value, onChange } = props;
    const field = { path, value, onChange, issues };
    return <TextField label={idLabel} hint={error.message} isCode {...field} />;
  }
  const { text, setText, setPage, variables } = search;
  return (
    <fieldset className="field">
      <legend>{legend}</legend>
      <Field path={path} label={`Search ${legend.toLowerCase()}`} issues={issues}>
        {(control) => (
          <input
            {...control}
            type="search"
            value={text}
            placeholder="Search by name"
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading what="the list" />}
      {children}
      {data !== undefined && isEmpty && (
        <p className="empty">{text ? `No name contains “${text}”.` : 'There are none yet.'}</p>
      )}
      <PickerPager
        label={`Pages of ${legend.toLowerCase()}`}
        page={variables.page}
        lastPage={lastPage ?? 1}
        onChange={setPage}
      />
    </fieldset>
  );
}
