import { Link } from 'wouter';
import { getRecordPath } from '../shell/query.ts';

interface PersonaLinkProps {
  readonly persona: { readonly id: string; readonly name: string | null };
}

export const PersonaLink = ({ persona: { id, name } }: PersonaLinkProps) => (
  <Link href={getRecordPath('personas', id)}>{name ?? id}</Link>
);
