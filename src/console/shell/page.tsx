import { Menu as BaseMenu } from '@base-ui/react/menu';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Failure } from './failure.tsx';
import type { Query } from './query.ts';
import { endpoint, hasExplorer } from './server.ts';

/** An item leads to a page of the console, to another page, or does something. */
export type MenuAction = {
  readonly label: string;
  /** Whether it is the current page. Default false. */
  readonly isCurrent?: boolean;
} & (
  | { readonly to: string }
  | { readonly href: string }
  | { readonly onSelect: () => void; readonly isDangerous?: boolean }
);

function Item({ action }: { readonly action: MenuAction }) {
  const { label, isCurrent = false } = action;
  if ('onSelect' in action) {
    const className = action.isDangerous ? 'bad' : undefined;
    return (
      <BaseMenu.Item className={className} onClick={action.onSelect}>
        {label}
      </BaseMenu.Item>
    );
  }
  const current = isCurrent ? ({ 'aria-current': 'page' } as const) : {};
  // biome-ignore lint/a11y/useAnchorContent: the item gives the link its content.
  const link = 'to' in action ? <Link href={action.to} /> : <a href={action.href} />;
  return (
    <BaseMenu.LinkItem closeOnClick render={link} {...current}>
      {label}
    </BaseMenu.LinkItem>
  );
}

interface MenuProps {
  /** Name of the button for screen readers. */
  readonly label: string;
  readonly className?: string;
  readonly actions: readonly MenuAction[];
  /** What the button shows. */
  readonly children: ReactNode;
}

/** A button that opens a list of links and actions. */
export const Menu = ({ label, className = 'plain', actions, children }: MenuProps) => (
  <BaseMenu.Root>
    <BaseMenu.Trigger className={className} aria-label={label}>
      {children}
    </BaseMenu.Trigger>
    <BaseMenu.Portal>
      <BaseMenu.Positioner className="menu-place" align="end" sideOffset={6}>
        <BaseMenu.Popup className="menu">
          {actions.map((action) => (
            <Item key={action.label} action={action} />
          ))}
        </BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  </BaseMenu.Root>
);

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
  readonly children: (data: Data) => ReactNode;
}

/** A part of a page with a query of its own, so that the rest of the page does not wait for it or fail with it. */
export function Section<Data>({ title, query, children }: SectionProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <section>
      <h2>{title}</h2>
      {error && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading what={title.toLowerCase()} />}
      {data && children(data)}
    </section>
  );
}

interface DetailsProps {
  readonly title: string;
  /** Its name for screen readers, where others have the same title. Default: the title. */
  readonly label?: string;
  /** Of those with the same name, one at a time is open. */
  readonly name?: string;
  /** Unfolds it when this becomes true; it does not fold again by itself. Default false. */
  readonly isNeeded?: boolean;
  /** A function is called only while it is unfolded. */
  readonly children: ReactNode | (() => ReactNode);
}

/** A folded part of a page. */
export function Details({ title, label, name, isNeeded = false, children }: DetailsProps) {
  const [isOpen, setOpen] = useState(isNeeded);
  useEffect(() => {
    if (isNeeded) setOpen(true);
  }, [isNeeded]);
  return (
    <details name={name} open={isOpen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary aria-label={label}>{title}</summary>
      <div className="stack">
        {typeof children === 'function' ? isOpen && children() : children}
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

interface HiddenProps {
  /** What is hidden, with its verb: `Transcripts are`. */
  readonly what: string;
  readonly scope: string;
}

/** Says that the credentials do not have the scope of a part of a page. */
export const Hidden = ({ what, scope }: HiddenProps) => (
  <p className="empty">
    {what} hidden: your credentials do not have the scope <code>{scope}</code>.
  </p>
);
