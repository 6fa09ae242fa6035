import { type FormEvent, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { TextField } from './controls.tsx';
import { Entries } from './display.tsx';
import { Failure, NoList } from './failure.tsx';
import type { FormField } from './fields.ts';
import { FieldControl } from './form.tsx';
import { formatCount } from './format.tsx';
import {
  getListPath,
  getRecordPath,
  useDebouncedValue,
  useList,
  useMissingPart,
} from './operations.ts';
import { Details, Loading, Page, Pager } from './page.tsx';
import type { Resource } from './resource.ts';

/** Divisible by two, three and four columns. */
const PER_PAGE = 12;

/** Keeps the search, the filters and the page number of a list in the URL, the search in the parameter `name`. */
export function useListParams(fields: readonly FormField[] = []) {
  const [params, setParams] = useSearchParams();
  const texts = new URLSearchParams(params);
  texts.delete('page');
  const settled = new URLSearchParams(useDebouncedValue(texts.toString()));
  const set = (name: string, value: string) => {
    if (value) texts.set(name, value);
    else texts.delete(name);
    setParams(texts, { replace: true });
  };
  /** A value that there is not filters nothing. */
  const readFilter = ({ name, values, initial }: FormField) => {
    const value = settled.get(name)?.trim();
    if (value && (!values || Object.hasOwn(values, value))) return value;
    return typeof initial === 'string' ? initial : null;
  };
  return {
    page: Math.max(1, Number.parseInt(params.get('page') ?? '', 10) || 1),
    text: params.get('name') ?? '',
    search: settled.get('name')?.trim() || null,
    filters: Object.fromEntries(fields.map((field) => [field.name, readFilter(field)])),
    isFiltered: fields.some(({ name }) => params.has(name)),
    set,
    clear: () => setParams({}, { replace: true }),
    controls: fields.map((field) => (
      <FieldControl
        key={field.name}
        field={field}
        draft={{ [field.name]: params.get(field.name) ?? field.initial ?? '' }}
        onChange={(value) => set(field.name, String(value))}
        isMarked={false}
      />
    )),
    /** Shows another page, to which one can go back. */
    setPage: (page: number) => {
      texts.set('page', String(page));
      setParams(texts);
    },
  };
}

type ListParams = ReturnType<typeof useListParams>;

interface EmptyListProps extends Pick<ListParams, 'text' | 'page' | 'isFiltered' | 'clear'> {
  readonly resource: Pick<Resource<never, never, never>, 'noun' | 'path'>;
  readonly canCreate: boolean | undefined;
}

/** Says why a list has no items, and what to do next. */
function EmptyList({ resource, canCreate, text, page, isFiltered, clear }: EmptyListProps) {
  const { noun, path } = resource;
  if (text || isFiltered)
    return (
      <p className="empty">
        {isFiltered ? `No ${noun} matches the filters.` : `No ${noun} matches “${text}”.`}{' '}
        <button type="button" className="plain" onClick={clear}>
          {isFiltered ? 'Clear the filters' : 'Clear the search'}
        </button>
      </p>
    );
  if (page > 1)
    return (
      <p className="empty">
        The list does not have that many pages. <Link href={getListPath({ path })}>First page</Link>
      </p>
    );
  return (
    <div className="empty stack">
      <p>There are no {noun}s yet.</p>
      {canCreate && (
        <div>
          <Link href={`/${path}/new`} className="button">
            Create the first {noun}
          </Link>
        </div>
      )}
    </div>
  );
}

/** Opens a record by its id, if the upstream has no list. */
function OpenById({ path }: { readonly path: string }) {
  const [id, setId] = useState('');
  const [, navigate] = useLocation();
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (id.trim()) navigate(getRecordPath(path, id.trim()));
  };
  return (
    <form onSubmit={open} className="inline">
      <TextField path="id" label="Open by id" isCode value={id} onChange={setId} />
      <button type="submit" className="plain">
        Open
      </button>
    </form>
  );
}

/**
 * A page with a searched list. The search, the filters and the page number are in the URL. If the upstream has no such
 * list, it says so and may open records by id.
 */
export function ListPage<Item extends { readonly id: string }, Shown, Created>(props: {
  readonly resource: Resource<Item, Shown, Created>;
}) {
  const { resource } = props;
  const { noun, title, path, lead, searchLabel = 'Search by name', create } = resource;
  const { page, text, search, filters, set, controls, setPage, ...params } = useListParams(
    resource.filters,
  );
  const canSearch = searchLabel !== null;
  const variables = { page, first: PER_PAGE, ...(canSearch && { search }), ...filters };
  const { found, lastPage, error, refetch, isPlaceholderData } = useList(resource, variables);
  const missingPart = useMissingPart(resource);
  const isMissing = error?.code === 'NOT_SUPPORTED';
  const canCreate = Boolean(create) && !missingPart && (!isMissing || resource.canCreateUnlisted);
  const actions = (
    <>
      {resource.listActions}
      {canCreate && (
        <Link href={`/${path}/new`} className="button">
          New {noun}
        </Link>
      )}
    </>
  );
  const head = { title, lead, actions, operation: { document: resource.list, variables } };
  if (isMissing)
    return (
      <Page {...head}>
        <NoList message={error.message} />
        {resource.canOpenById && <OpenById path={path} />}
      </Page>
    );
  const count = found && formatCount(found.totalCount ?? found.nodes.length, noun);
  return (
    <Page {...head}>
      {missingPart && <NoList message={`Only built-in ${noun}s are listed. ${missingPart}`} />}
      <search className="searchbar row">
        {canSearch && (
          <>
            <label htmlFor="search">{searchLabel}</label>
            <input
              id="search"
              type="search"
              value={text}
              onChange={({ target }) => set('name', target.value)}
            />
          </>
        )}
        {/* A list that failed has no number of records. */}
        <span role="status" className="small">
          {count}
        </span>
      </search>
      {controls.length > 0 && (
        <Details title="Filters" isNeeded={params.isFiltered}>
          {() => controls}
        </Details>
      )}
      {error && <Failure error={error} onRetry={refetch} />}
      {!found && !error && <Loading what={title.toLowerCase()} />}
      {found?.nodes.length === 0 && (
        <EmptyList {...{ resource, canCreate, text, page, ...params }} />
      )}
      {found && found.nodes.length > 0 && resource.renderItems?.(found.nodes)}
      {!resource.renderItems && (
        <Entries kind={resource} items={found?.nodes ?? []} isBusy={isPlaceholderData} />
      )}
      <Pager label="Pages" page={page} lastPage={found ? lastPage : null} onChange={setPage} />
    </Page>
  );
}
