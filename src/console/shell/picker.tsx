import { keepPreviousData } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { CheckList, Field, Input, TextField } from './controls.tsx';
import { Failure } from './failure.tsx';
import { withControl } from './fields.ts';
import { Loading, Pager } from './page.tsx';
import {
  findLastPage,
  getRoot,
  type ListOptions,
  type ListResult,
  type ListVariables,
  type Query,
  useDebouncedValue,
} from './query.ts';

const PER_PAGE = 8;

interface Identified {
  readonly id: string;
}

interface PickerOptions<Data, Item> {
  /** Ids of what is selected. */
  readonly ids: readonly string[];
  readonly useList: (variables: ListVariables, options: ListOptions) => Query<NoInfer<Data>>;
  /** Returns the page of the list; null if the upstream has no list. Default: what the operation returns. */
  readonly read?: (data: Data, variables: ListVariables) => ListResult<NoInfer<Item>> | null;
  /** The hook that reads records by id. */
  readonly useByIds: (
    variables: { readonly ids: string[] },
    options: { readonly enabled: boolean },
  ) => { readonly data: Readonly<Record<string, readonly (Item | null)[] | null>> | undefined };
}

type PickerState<Item extends Identified> = ReturnType<typeof usePicker<object, Item>>;

/** Searches and pages a list, and reads what is selected but not on the page. The search follows the text after 200 ms. */
export function usePicker<Data extends object, Item extends Identified>(
  options: PickerOptions<Data, Item>,
) {
  const { ids, useList, useByIds } = options;
  const [{ text, page }, setState] = useState({ text: '', page: 1 });
  const search = useDebouncedValue(text).trim() || null;
  const variables = { page, first: PER_PAGE, search };
  const { data, error, refetch } = useList(variables, { placeholderData: keepPreviousData });
  // The type of what the operation returns is that of its items.
  const read = options.read ?? ((list: Data) => getRoot(list) as ListResult<Item> | null);
  const found = data && read(data, variables);
  const listed = found?.nodes ?? [];
  const lacks = (items: readonly Identified[]) => (id: string) =>
    !items.some((one) => one.id === id);
  const unlistedIds = found ? ids.filter(lacks(listed)) : [];
  const { data: selected } = useByIds({ ids: unlistedIds }, { enabled: unlistedIds.length > 0 });
  const unlisted = selected && getRoot(selected)?.filter((item) => item !== null);
  return {
    text,
    /** Sets the text and goes back to the first page. */
    setText: (newText: string) => setState({ text: newText, page: 1 }),
    page,
    setPage: (newPage: number) => setState({ text, page: newPage }),
    lastPage: found ? (findLastPage(found, variables) ?? page + 1) : 1,
    error,
    refetch,
    isLoaded: data !== undefined,
    /** The page of the list. */
    listed,
    /** What is selected and not on the page, then the page. */
    items: [...(unlisted ?? []), ...listed],
    /** Ids of what is selected and does not exist. */
    missingIds: unlisted ? unlistedIds.filter(lacks(unlisted)) : [],
  };
}

/** Props of every field that selects a resource by name. */
export interface PickerFieldProps {
  /** Path of the field in the API's arguments. */
  readonly path: string;
  /** Id of the selected resource; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly issues?: readonly string[];
  readonly isRequired?: boolean;
}

/** Props of a field that may stay without an id. */
export interface DefaultPickerFieldProps extends PickerFieldProps {
  /** Label of the choice without an id. Default: there is none. */
  readonly defaultLabel: string | undefined;
}

/** Creates the view of a field that selects a resource. */
export const withPicker = (
  Control: ComponentType<DefaultPickerFieldProps>,
  defaultLabel?: string,
) =>
  withControl<string>({
    Control: ({ path, value, onChange, issues, isRequired }) => (
      <Control {...{ path, value, onChange, issues, isRequired, defaultLabel }} />
    ),
  });

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
    <fieldset className="field" data-required={props.isRequired || undefined}>
      <legend>{legend}</legend>
      <Field path={path} label={`Search ${legend.toLowerCase()}`} issues={issues}>
        <Input
          path={path}
          type="search"
          value={text}
          placeholder="Search by name"
          onChange={setText}
        />
      </Field>
      {error && <Failure error={error} onRetry={refetch} />}
      {!isLoaded && !error && <Loading what="the list" />}
      {children}
      {isLoaded && listed.length === 0 && (
        <p className="empty">{text ? `No name contains “${text}”.` : 'There are none yet.'}</p>
      )}
      <Pager
        label={`Pages of ${legend.toLowerCase()}`}
        page={page}
        lastPage={lastPage}
        renderStep={(name, to, isPossible) => (
          <button
            type="button"
            className="plain"
            disabled={!isPossible}
            onClick={() => setPage(to)}
          >
            {name}
          </button>
        )}
      />
    </fieldset>
  );
}

/** Props of every field that selects resources by name. */
export interface ManyPickerFieldProps {
  /** Path of the field in the API's arguments. */
  readonly path: string;
  /** Ids of the selected resources. */
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly issues: readonly string[];
}

/** Creates the view of a field that selects several resources, and sends what `read` returns. */
export const withManyPicker = (
  Control: (props: ManyPickerFieldProps) => ReactNode,
  read: (ids: readonly string[]) => unknown,
) =>
  withControl<readonly string[]>({
    Control,
    toDraft: (saved) => (Array.isArray(saved) ? saved.map(String) : []),
    read,
  });

interface ManyPickerProps extends ManyPickerFieldProps {
  /** What is selected, such as `Tools`. */
  readonly legend: string;
  /** One of them, such as `Tool`. */
  readonly noun: string;
  readonly picker: PickerState<{
    readonly id: string;
    readonly name: string | null;
    readonly description: string | null;
  }>;
}

/** A searched list to select several resources from. Those that no longer exist can be removed. */
export function ManyPicker(props: ManyPickerProps) {
  const { path, legend, noun, value, onChange, issues, picker } = props;
  const missing = picker.missingIds.map((id) => ({
    id,
    name: null,
    description: 'It no longer exists.',
  }));
  return (
    <Picker
      idLabel={`${noun} ids, separated by commas`}
      value={value.join(',')}
      onChange={(text) => onChange(text === '' ? [] : text.split(',').map((id) => id.trim()))}
      {...{ path, legend, issues, picker }}
    >
      <CheckList
        {...{ value, onChange }}
        choices={[...missing, ...picker.items].map(({ id, name, description }) => ({
          id,
          label: name ?? id,
          description,
        }))}
      />
    </Picker>
  );
}
