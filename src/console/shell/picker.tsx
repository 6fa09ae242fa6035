import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { Field } from './field.tsx';
import { Loading } from './loading.tsx';
import { PickerPager } from './picker-pager.tsx';
import { TextField } from './text-field.tsx';
import type { PickerState } from './use-picker.ts';

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

interface PickerProps extends PickerFieldProps {
  /** What is selected, such as `Language model`. */
  readonly legend: string;
  /** Label of the field for an id, which replaces the list if the upstream has none. */
  readonly idLabel: string;
  readonly picker: PickerState<{ readonly id: string }>;
  readonly children: ReactNode;
}

/** A searched list to select from, with pages; a field for an id if the upstream has no such list. */
export function Picker(props: PickerProps) {
  const { path, legend, idLabel, value, onChange, issues, picker, children } = props;
  const { text, setText, page, setPage, lastPage, error, refetch, isLoaded, listed } = picker;
  if (error?.code === 'NOT_SUPPORTED') {
    const field = { path, value, onChange, issues };
    return <TextField label={idLabel} hint={error.message} isCode {...field} />;
  }
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
      {!isLoaded && !error && <Loading what="the list" />}
      {children}
      {isLoaded && listed.length === 0 && (
        <p className="empty">{text ? `No name contains “${text}”.` : 'There are none yet.'}</p>
      )}
      <PickerPager
        label={`Pages of ${legend.toLowerCase()}`}
        page={page}
        lastPage={lastPage}
        onChange={setPage}
      />
    </fieldset>
  );
}
