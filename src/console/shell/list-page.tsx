import { keepPreviousData } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { TypedDocument } from '../../hooks/index.ts';
import { Details } from './details.tsx';
import { EmptyList } from './empty-list.tsx';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';
import { NoList } from './no-list.tsx';
import { OpenById } from './open-by-id.tsx';
import { Page } from './page.tsx';
import { Pager } from './pager.tsx';
import { getData, type Query } from './query.ts';
import { SearchBar } from './search-bar.tsx';
import { type FilterField, type ListVariables, useListParams } from './use-list-params.ts';

interface ListPageProps<Data, Item, Filter extends string> {
  /** Title, and in lower case, with hyphens, the first part of the paths of its resources. */
  readonly title: string;
  /** One of them, such as `avatar`. */
  readonly noun: string;
  readonly lead: string;
  /** Path of the page. Default: the title in lower case. */
  readonly path?: string;
  /** Default: `Search by name`; null if the list cannot be searched. */
  readonly searchLabel?: string | null;
  /** An example of a search. */
  readonly placeholder?: string;
  /** The operation of the list. */
  readonly document: TypedDocument<Data, never>;
  /** The hook of the operation. */
  readonly useList: (
    variables: ListVariables & Readonly<Record<NoInfer<Filter>, string | null>>,
    options: { readonly placeholderData: typeof keepPreviousData },
  ) => Query<NoInfer<Data>> & { readonly isPlaceholderData: boolean };
  /** Returns the page of the list; null if the upstream has no list. */
  readonly read: (
    data: Data,
    variables: ListVariables,
  ) => {
    readonly items: readonly Item[];
    readonly total: number | null;
    readonly lastPage: number | null;
  } | null;
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
  readonly renderItem: (item: Item) => ReactNode;
  /** What is above the list. */
  readonly children?: ReactNode;
}

/**
 * A page with a searched list. The search, the filters and the page number are in the URL. If the upstream has no such
 * list, it says so and may open resources by id.
 */
export function ListPage<Data, Item extends { readonly id: string }, Filter extends string = never>(
  props: ListPageProps<Data, Item, Filter>,
) {
  const { title, noun, lead, useList, read, filters = [], renderFilters, renderItem } = props;
  const { canOpenById = false, layout = 'rows', searchLabel = 'Search by name' } = props;
  const { params, field, variables, isFiltered, clear } = useListParams(filters, {
    canSearch: searchLabel !== null,
  });
  const query = useList(variables, { placeholderData: keepPreviousData });
  const { error, refetch, isPlaceholderData } = query;
  const data = getData(query);
  const found = data && read(data, variables);
  const section = title.toLowerCase().replaceAll(' ', '-');
  const path = props.path ?? `/${section}`;
  const newPath = `/${section}/new`;
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
        {canOpenById && <OpenById section={section} />}
      </Page>
    );
  const count = found && (found.total ?? found.items.length);
  const counted = count !== undefined && `${count} ${noun}${count === 1 ? '' : 's'}`;
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
      {!found && !error && <Loading what={section} />}
      {found?.items.length === 0 && (
        <EmptyList
          {...{ noun, path, isFiltered, onClear: clear }}
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
      <ul className={layout} aria-busy={isPlaceholderData}>
        {found?.items.map((item) => (
          <Fragment key={item.id}>{renderItem(item)}</Fragment>
        ))}
      </ul>
      <Pager path={path} page={variables.page} lastPage={found?.lastPage ?? null} params={params} />
    </Page>
  );
}
