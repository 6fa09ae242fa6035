import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly parent?: { readonly href: string; readonly name: string };
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A page with title, actions and content. Also sets the document's title. */
export function Page({ title, lead, parent, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · avatar-graphql`;
  }, [title]);
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
        {actions && <div className="row">{actions}</div>}
      </div>
      {children}
    </>
  );
}
