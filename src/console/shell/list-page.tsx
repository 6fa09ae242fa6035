import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { AnyApiError } from '../../hooks/index.ts';
import { EmptyList } from './empty-list.tsx';
import { ExplorerLink } from './explorer-link.tsx';
import { Failure } from './failure.tsx';
import { Loading } from './loading.tsx';
import { NoList } from './no-list.tsx';
import { OpenById } from './open-by-id.tsx';
import { Page } from './page.tsx';
import { Pager } from './pager.tsx';
import { SearchBar } from './search-bar.tsx';
import type { useListParams } from './use-list-params.ts';

interface ListPageProps {
  /** Title, and in lower case the first part of the paths of its resources. */
  readonly title: string;
  /** One of them, such as `avatar`. */
  readonly noun: string;
  readonly lead: string;
  /** Path of the page. Default: the title in lower case. */
  readonly path?: string;
  /** An example of a search. */
  readonly placeholder?: string;
  /** The operation of the list. */
  readonly document: { toString(): string };
  /** Whether records can be created. Default: if the upstream has the list. */
  readonly canCreate?: boolean;
  /** Whether a resource may be found by id although there is no list. */
  readonly canOpenById?: boolean;
  readonly list: ReturnType<typeof useListParams>;
  readonly query: { readonly error: AnyApiError | null; readonly refetch: () => unknown };
  /** The page of the list; undefined until it is loaded, null if the upstream has no list. */
  readonly found:
    | {
        readonly items: readonly unknown[];
        readonly total: number | null;
        readonly lastPage: number | null;
      }
    | null
    | undefined;
  readonly children: ReactNode;
}

/** A page with a searched list. If the upstream has no such list, it says so and may open resources by id. */
export function ListPage(props: ListPageProps) {
  const { title, noun, lead, canOpenById = false, list, query, found, children } = props;
  const { error, refetch } = query;
  const section = title.toLowerCase();
  const path = props.path ?? `/${section}`;
  const newPath = `/${section}/new`;
  const { canCreate = error?.code !== 'NOT_SUPPORTED' } = props;
  const actions = (
    <>
      <ExplorerLink document={props.document} variables={list.variables} />
      {canCreate && (
        <Link href={newPath} className="button">
          New {noun}
        </Link>
      )}
    </>
  );
  if (error?.code === 'NOT_SUPPORTED')
    return (
      <Page title={title} lead={lead} actions={actions}>
        <NoList message={error.message} />
        {canOpenById && <OpenById section={section} />}
      </Page>
    );
  const count = found && (found.total ?? found.items.length);
  return (
    <Page title={title} lead={lead} actions={actions}>
      <SearchBar text={list.text} onChange={list.setText} placeholder={props.placeholder}>
        {count !== undefined && `${count} ${noun}${count === 1 ? '' : 's'}`}
      </SearchBar>
      {error && <Failure error={error} onRetry={refetch} />}
      {!found && !error && <Loading what={section} />}
      {found?.items.length === 0 && (
        <EmptyList noun={noun} path={path} newPath={newPath} list={list} />
      )}
      {children}
      <Pager
        path={path}
        page={list.variables.page}
        lastPage={found?.lastPage ?? null}
        params={list.params}
      />
    </Page>
  );
}
