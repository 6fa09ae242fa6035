import { Link } from 'wouter';
import type { PersonaCardFragment } from '../../hooks/index.ts';
import { Picture } from '../avatar/picture.tsx';

/** A persona in a list, linked to its page. */
export function PersonaCard({ persona }: { readonly persona: PersonaCardFragment }) {
  const { id, name, description, avatar } = persona;
  return (
    <Link href={`/personas/${encodeURIComponent(id)}`} className="card">
      <Picture src={avatar?.imageUrl} name={name} />
      <strong>{name ?? 'Unnamed'}</strong>
      {description && <span className="description">{description}</span>}
    </Link>
  );
}
