import { Link } from 'wouter';
import type { LlmFieldsFragment } from '../../hooks/index.ts';

/** An LLM in a list, linked to its page. */
export function LlmRow({ llm }: { readonly llm: LlmFieldsFragment }) {
  const { id, displayName, description, isBuiltIn } = llm;
  return (
    <li>
      <Link href={`/llms/${encodeURIComponent(id)}`} className="entry llm">
        <strong>{displayName ?? id}</strong>
        <span className="badge">{isBuiltIn ? 'built-in' : 'custom'}</span>
        {description && <span className="description">{description}</span>}
      </Link>
    </li>
  );
}
