import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { Menu, type MenuAction } from './menu.tsx';
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
