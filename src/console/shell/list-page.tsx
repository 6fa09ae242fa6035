import { keepPreviousData } from '@tanstack/react-query';
import { type FormEvent, Fragment, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { TypedDocument } from '../../hooks/index.ts';
import { TextField } from './controls.tsx';
import { Failure, NoList } from './failure.tsx';
import { formatCount } from './format.tsx';
import { Details, Loading, Page, Pager } from './page.tsx';
import { isObject } from './parse.ts';
import {
  type FilterField,
  findLastPage,
  getData,
  getRoot,
  type ItemOf,
  type Kind,
  type ListOptions,
  type ListResult,
  type ListVariables,
  type Query,
  useListParams,
} from './query.ts';

interface SearchBarProps {
  readonly label: string;
  readonly field: FilterField;
  readonly placeholder?: string | undefined;
  /** The number of results. */
  readonly children: ReactNode;
}

function SearchBar({ label, field, placeholder, children }: SearchBarProps) {
  return (
    <search className="searchbar">
      <label htmlFor="search">{label}</label>
      <input
        id="search"
        type="search"
        value={field.value}
        placeholder={placeholder}
        onChange={({ target }) => field.onChange(target.value)}
      />
      <span role="status" className="small">
        {children}
      </span>
    </search>
  );
}

interface EmptyListProps {
  /** One of what is listed, such as `avatar`. */
  readonly noun: string;
  /** Path of the list. */
  readonly path: string;
  readonly text: string;
  readonly page: number;
  /** Whether there are filters besides the search text. */
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  /** What to do if there are no records at all. */
  readonly children: ReactNode;
}

/** Says why a list has no items, and what to do next. */
function EmptyList(props: EmptyListProps) {
  const { noun, path, text, page, isFiltered, onClear, children } = props;
  if (text || isFiltered)
    return (
      <p className="empty">
        {isFiltered ? `No ${noun} matches the filters.` : `No ${noun} matches “${text}”.`}{' '}
        <button type="button" className="link" onClick={onClear}>
          {isFiltered ? 'Clear the filters' : 'Clear the search'}
        </button>
      </p>
    );
  if (page > 1)
    return (
      <p className="empty">
        The list does not have that many pages. <Link href={path}>First page</Link>
      </p>
    );
  return (
    <div className="empty stack">
      <p>There are no {noun}s yet.</p>
      {children}
    </div>
  );
}

/** Opens a resource by its id, if the upstream has no list. */
function OpenById({ path }: { readonly path: string }) {
  const [id, setId] = useState('');
  const [, navigate] = useLocation();
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (id.trim()) navigate(`${path}/${encodeURIComponent(id.trim())}`);
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

/** Returns the address of a page of the list, with the other query parameters. */
const createHref = (path: string, params: URLSearchParams, page: number) => {
  const newParams = new URLSearchParams(params);
  if (page === 1) newParams.delete('page');
  else newParams.set('page', String(page));
  return newParams.size > 0 ? `${path}?${newParams}` : path;
};

interface ListPageProps<Data, Filter extends string> extends Kind {
  readonly lead: string;
  /** Default: `Search by name`; null if the list cannot be searched. */
  readonly searchLabel?: string | null;
  /** An example of a search. */
  readonly placeholder?: string;
  /** The operation of the list. */
  readonly document: TypedDocument<Data, never>;
  /** The hook of the operation. */
  readonly useList: (
    variables: ListVariables & Readonly<Record<NoInfer<Filter>, string | null>>,
    options: ListOptions,
  ) => Query<NoInfer<Data>> & { readonly isPlaceholderData: boolean };
  /** Returns the page of the list; null if the upstream has no list. Default: what the operation returns. */
  readonly read?: (data: Data, variables: ListVariables) => ListResult<ItemOf<Data>> | null;
  /** Variables of the operation that filter the list. */
  readonly filters?: readonly Filter[];
  /** Controls of the filters. They are folded beside a search. */
  readonly renderFilters?: (field: (name: Filter) => FilterField) => ReactNode;
  /** Whether records can be created. Default: if the upstream has the list. */
  readonly canCreate?: boolean;
  /** Whether a resource may be found by id although there is no list. Default false. */
  readonly canOpenById?: boolean;
  /** Further links beside the title. */
  readonly actions?: ReactNode;
  /** What to do if there are no records. Default: create the first one. */
  readonly whenEmpty?: ReactNode;
  /** Default `rows`. */
  readonly layout?: 'rows' | 'cards';
  readonly renderItem?: (item: ItemOf<Data>) => ReactNode;
  /** Shows all records of the page, instead of each of them. */
  readonly renderItems?: (items: readonly ItemOf<Data>[]) => ReactNode;
  /** What is above the list. */
  readonly children?: ReactNode;
}

/**
 * A page with a searched list. The search, the filters and the page number are in the URL. If the upstream has no such
 * list, it says so and may open resources by id.
 */
export function ListPage<Data extends object, Filter extends string = never>(
  props: ListPageProps<Data, Filter>,
) {
  const {
    noun,
    parent,
    lead,
    useList,
    filters = [],
    renderFilters,
    renderItem,
    renderItems,
  } = props;
  const { canOpenById = false, layout = 'rows', searchLabel = 'Search by name' } = props;
  const { params, field, variables, isFiltered, clear } = useListParams(filters, {
    canSearch: searchLabel !== null,
  });
  const query = useList(variables, { placeholderData: keepPreviousData });
  const { error, refetch, isPlaceholderData } = query;
  const data = getData(query);
  // The type of what the operation returns is that of its items.
  const read = props.read ?? ((page: Data) => getRoot(page) as ListResult<ItemOf<Data>> | null);
  const found = data && read(data, variables);
  const { href, name: title } = parent;
  const path = props.path ?? href;
  const newPath = `${path}/new`;
  const isMissing = error?.code === 'NOT_SUPPORTED';
  const { canCreate = !isMissing } = props;
  const operation = { document: props.document, variables };
  const actions = (
    <>
      {props.actions}
      {canCreate && (
        <Link href={newPath} className="button">
          New {noun}
        </Link>
      )}
    </>
  );
  if (isMissing)
    return (
      <Page {...{ title, lead, operation, actions }}>
        <NoList message={error.message} />
        {canOpenById && <OpenById path={path} />}
      </Page>
    );
  // A list that failed is null.
  const count = found ? (found.totalCount ?? found.nodes.length) : undefined;
  const counted = count !== undefined && formatCount(count, noun);
  return (
    <Page {...{ title, lead, operation, actions }}>
      {props.children}
      {searchLabel === null ? (
        <div className="filterbar">
          {renderFilters?.(field)}
          <p role="status" className="small">
            {counted}
          </p>
        </div>
      ) : (
        <>
          <SearchBar label={searchLabel} field={field('name')} placeholder={props.placeholder}>
            {counted}
          </SearchBar>
          {renderFilters && (
            <Details title="Filters" isNeeded={isFiltered}>
              {renderFilters(field)}
            </Details>
          )}
        </>
      )}
      {error && <Failure error={error} onRetry={refetch} />}
      {!found && !error && <Loading what={title.toLowerCase()} />}
      {found?.nodes.length === 0 && (
        <EmptyList
          {...{ noun, path: href, isFiltered, onClear: clear }}
          text={field('name').value}
          page={variables.page}
        >
          {props.whenEmpty ?? (
            <div>
              <Link href={newPath} className="button">
                Create the first {noun}
              </Link>
            </div>
          )}
        </EmptyList>
      )}
      {found && found.nodes.length > 0 && renderItems?.(found.nodes)}
      {renderItem && (
        <ul className={layout} aria-busy={isPlaceholderData}>
          {found?.nodes.map((item, index) => (
            <Fragment key={isObject(item) ? String(item.id) : index}>{renderItem(item)}</Fragment>
          ))}
        </ul>
      )}
      <Pager
        label="Pages"
        page={variables.page}
        lastPage={found ? findLastPage(found, variables) : null}
        renderStep={(name, page, isPossible) =>
          isPossible ? (
            <Link href={createHref(href, params, page)} className="button plain">
              {name}
            </Link>
          ) : (
            <span />
          )
        }
      />
    </Page>
  );
}
