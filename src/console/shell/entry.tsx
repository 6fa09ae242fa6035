import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { getRecordPath } from './record-path.ts';

interface EntryProps {
  /** First part of the path of its page. */
  readonly section: string;
  readonly id: string;
  /** Default: the id. */
  readonly name: string | null;
  /** Whether the name is code. Default false. */
  readonly isCode?: boolean;
  readonly badge?: ReactNode;
  /** Color of the badge. */
  readonly tone?: 'good' | 'bad' | undefined;
  readonly description?: ReactNode;
  /** Controls beside the link. */
  readonly children?: ReactNode;
}

/** A record in a list, linked to its page. */
export function Entry(props: EntryProps) {
  const { section, id, name, isCode = false, badge, tone = '', description, children } = props;
  return (
    <li className="row">
      <Link href={getRecordPath(section, id)} className="entry">
        <strong className={isCode ? 'code' : undefined}>{name ?? id}</strong>
        {badge && <span className={`badge ${tone}`}>{badge}</span>}
        {description && <span className="description">{description}</span>}
      </Link>
      {children}
    </li>
  );
}
