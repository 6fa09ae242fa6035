import { Link } from 'wouter';
import type { ToolFieldsFragment } from '../../hooks/index.ts';

/** A tool in a list, linked to its page. */
export function ToolRow({ tool }: { readonly tool: ToolFieldsFragment }) {
  const { id, name, type, description } = tool;
  return (
    <li>
      <Link href={`/tools/${encodeURIComponent(id)}`} className="entry tool">
        <strong>{name ?? id}</strong>
        {type && <span className="badge">{type.toLowerCase().replaceAll('_', ' ')}</span>}
        {description && <span className="description">{description}</span>}
      </Link>
    </li>
  );
}
