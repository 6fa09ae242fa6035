import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Json } from './display.tsx';
import { Failure } from './failure.tsx';
import type { Query } from './operations.ts';
import { Menu, type MenuAction } from './overlays.tsx';
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
  return { label: 'Open in explorer', href: `${endpoint}?${search}` };
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
  /** Shown to credentials without the scope of the data. */
  readonly hidden?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** A part of a page with its own query, so that the rest of the page does not wait for it or fail with it. */
export function Section<Data>(props: SectionProps<Data>) {
  const { title, query, missing, hidden, children } = props;
  const { data, error, refetch } = query;
  const isHidden = hidden && error?.code === 'FORBIDDEN';
  return (
    <section>
      <h2>{title}</h2>
      {isHidden ? hidden : error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading what={title.toLowerCase()} />}
      {data && (children(data) || (missing && <p className="empty">{missing}</p>))}
    </section>
  );
}

interface DetailsProps {
  readonly title: string;
  /** Its name for screen readers, where others have the same title. Default: the title. */
  readonly label?: string;
  /** Of those with the same name, one at a time is open, and only its content exists. */
  readonly name?: string;
  /** Unfolds it when this becomes true; it does not fold again by itself. Default false. */
  readonly isNeeded?: boolean;
  /** A function is called only once it was unfolded. */
  readonly children: ReactNode | (() => ReactNode);
}

/** A folded part of a page. */
export function Details({ title, label, name, isNeeded = false, children }: DetailsProps) {
  const [isOpen, setOpen] = useState(isNeeded);
  const [wasOpen, setWasOpen] = useState(isNeeded);
  useEffect(() => {
    if (isNeeded) setOpen(true);
  }, [isNeeded]);
  return (
    <details
      name={name}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        setWasOpen(wasOpen || open);
      }}
    >
      <summary aria-label={label}>{title}</summary>
      <div className="stack">
        {typeof children === 'function' ? (isOpen || (wasOpen && !name)) && children() : children}
      </div>
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

/** Says that the credentials do not have the scope of a part of a page: of `Transcripts are`. */
export const Hidden = ({ what, scope }: Readonly<Record<'what' | 'scope', string>>) => (
  <p className="empty">
    {what} hidden: your credentials do not have the scope <code>{scope}</code>.
  </p>
);

/** JSON, folded. */
export const JsonDetails = (props: { readonly title: string; readonly value: unknown }) => (
  <Details title={props.title}>{() => <Json value={props.value} />}</Details>
);

interface PagerProps {
  readonly label: string;
  readonly page: number;
  /** Null if the service does not report it. */
  readonly lastPage: number | null;
  /** The link or button to the previous or the next page. */
  readonly renderStep: (name: string, page: number, isPossible: boolean) => ReactNode;
}

/** Leads to the previous and the next page of a list. Nothing for a single page. */
export const Pager = ({ label, page, lastPage, renderStep }: PagerProps) =>
  (page > 1 || (lastPage ?? 1) > 1) && (
    <nav className="pager" aria-label={label}>
      {renderStep('Previous', page - 1, page > 1)}
      <span role="status">
        Page {page}
        {lastPage ? ` of ${lastPage}` : ''}
      </span>
      {renderStep('Next', page + 1, page < (lastPage ?? 1))}
    </nav>
  );
