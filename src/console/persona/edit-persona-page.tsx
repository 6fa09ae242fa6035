import { usePersonaQuery } from '../../hooks/index.ts';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { EditPersona } from './edit-persona.tsx';

/** The page that edits one persona. */
export function EditPersonaPage({ id }: { readonly id: string }) {
  const query = usePersonaQuery({ id });
  const persona = query.data?.persona;
  const parent = { href: '/', name: 'Personas' };
  if (!persona) return <NotFoundPage kind="persona" id={id} parent={parent} query={query} />;
  return <EditPersona persona={persona} />;
}
