import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';

interface PageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** The page above this one. */
  readonly above?: { readonly href: string; readonly name: string };
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A page: its title, also the document's, what can be done here, and its content. */
export function Page({ title, lead, above, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · avatar-graphql`;
  }, [title]);
  return (
    <>
      <div className="heading">
        <div>
          {above && (
            <Link href={above.href} className="above">
              <span aria-hidden="true">← </span>
              {above.name}
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
