import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Entries, Json } from './display.tsx';
import { Failure } from './failure.tsx';
import type { Query } from './operations.ts';
import { Menu, type MenuAction } from './overlays.tsx';
import type { Kind } from './resource.ts';
import { endpoint, hasExplorer } from './server.ts';

/** An operation, as exported by the hooks, with its variables. */
interface Operation {
  readonly document: { toString(): string };
  readonly variables?: object | undefined;
}

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly parent?: { readonly href: string; readonly name: string };
  readonly actions?: ReactNode;
  /** The page's operation, which the explorer can open. */
  readonly operation?: Operation;
  /** Actions that are seldom used, or cannot be undone. */
  readonly furtherActions?: readonly MenuAction[];
  readonly children?: ReactNode;
}

function openInExplorer({ document: operation, variables = {} }: Operation): MenuAction {
  const search = new URLSearchParams({
    query: operation.toString().trim(),
    variables: JSON.stringify(variables, null, 2),
  });
  // biome-ignore lint/a11y/useAnchorContent: the item gives the link its content.
  return { label: 'Open in explorer', render: <a href={`${endpoint}?${search}`} /> };
}

/** A page with title, actions and content. Also sets the document's title. */
export function Page(props: PageProps) {
  const { title, lead, parent, actions, operation, furtherActions = [], children } = props;
  useEffect(() => {
    document.title = `${title} · avatar-graphql`;
  }, [title]);
  const inMenu = [
    ...(operation && hasExplorer ? [openInExplorer(operation)] : []),
    ...furtherActions,
  ];
  return (
    <>
      <div className="heading">
        <div>
          {parent && (
            <Link href={parent.href} className="above">
              <span aria-hidden="true">← </span>
              {parent.name}
            </Link>
          )}
          <h1>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {(actions || inMenu.length > 0) && (
          <div className="row">
            {actions}
            {inMenu.length > 0 && (
              <Menu label="More actions" className="plain icon" actions={inMenu}>
                <span aria-hidden="true">⋯</span>
              </Menu>
            )}
          </div>
        )}
      </div>
      {children}
    </>
  );
}

interface SectionProps<Data> {
  readonly title: string;
  readonly query: Query<Data>;
  /** Said if there is nothing to show. */
  readonly missing?: string;
  readonly children: (data: Data) => ReactNode;
}

/** A part of a page with its own query, so that the rest of the page does not wait for it or fail with it. */
export function Section<Data>(props: SectionProps<Data>) {
  const { title, query, missing, children } = props;
  const { data, error, refetch } = query;
  return (
    <section>
      <h2>{title}</h2>
      {error?.code === 'FORBIDDEN' ? (
        <p className="empty">{error.message}</p>
      ) : (
        error && <Failure error={error} onRetry={refetch} />
      )}
      {!data && !error && <Loading what={title.toLowerCase()} />}
      {data && (children(data) || (missing && <p className="empty">{missing}</p>))}
    </section>
  );
}

interface RelatedProps<Data, Item> extends Pick<SectionProps<Data>, 'title' | 'query'> {
  readonly kind: Kind<Item>;
  readonly find: (data: Data) => readonly Item[] | null | undefined;
  /** Said if there are none. */
  readonly missing: string;
  /** What is below the records. */
  readonly children?: ReactNode;
}

/** Records on the page of another one. */
export const Related = <Data, Item extends { readonly id: string }>(
  props: RelatedProps<Data, Item>,
) => (
  <Section title={props.title} query={props.query}>
    {(data) => {
      const items = props.find(data) ?? [];
      return (
        <div className="stack">
          {items.length === 0 && <p className="empty">{props.missing}</p>}
          <Entries kind={props.kind} items={items} />
          <div>{props.children}</div>
        </div>
      );
    }}
  </Section>
);

interface DetailsProps {
  readonly title: string;
  /** Unfolds it when this becomes true; it does not fold again by itself. Default false. */
  readonly isNeeded?: boolean;
  /** Called once it was unfolded. */
  readonly children: () => ReactNode;
}

/** A folded part of a page. */
export function Details({ title, isNeeded = false, children }: DetailsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [wasOpen, setWasOpen] = useState(false);
  useEffect(() => {
    if (isNeeded && details.current) details.current.open = true;
  }, [isNeeded]);
  return (
    <details ref={details} onToggle={() => setWasOpen(true)}>
      <summary>{title}</summary>
      <div className="stack">{wasOpen && children()}</div>
    </details>
  );
}

export function Loading({ what }: { readonly what: string }) {
  return (
    <p role="status" className="loading">
      Loading {what}…
    </p>
  );
}

/** JSON, folded. */
export const JsonDetails = (props: { readonly title: string; readonly value: unknown }) => (
  <Details title={props.title}>{() => <Json value={props.value} />}</Details>
);

interface PagerProps {
  readonly label: string;
  readonly page: number;
  /** Null if the service does not report it. */
  readonly lastPage: number | null;
  readonly onChange: (page: number) => void;
}

/** Leads to the previous and the next page of a list. Nothing for a single page. */
export const Pager = ({ label, page, lastPage, onChange }: PagerProps) =>
  (page > 1 || (lastPage ?? 1) > 1) && (
    <nav className="pager row" aria-label={label}>
      <button
        type="button"
        className="plain"
        disabled={page === 1}
        onClick={() => onChange(page - 1)}
      >
        Previous
      </button>
      <span role="status">
        Page {page}
        {lastPage ? ` of ${lastPage}` : ''}
      </span>
      <button
        type="button"
        className="plain"
        disabled={page >= (lastPage ?? 1)}
        onClick={() => onChange(page + 1)}
      >
        Next
      </button>
    </nav>
  );
