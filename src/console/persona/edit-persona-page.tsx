import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  UpdatePersonaDocument,
  usePersonaQuery,
  useUpdatePersonaMutation,
} from '../../hooks/index.ts';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { Page } from '../shell/page.tsx';
import { useRefresh } from '../shell/use-refresh.ts';
import { getChanges, type Persona, toDraft } from './persona-draft.ts';
import { PersonaForm } from './persona-form.tsx';

/** A form that edits a persona. Only changed fields are sent. */
function EditPersona({ persona }: { readonly persona: Persona }) {
  const { id } = persona;
  const [original] = useState(() => toDraft(persona));
  const [draft, setDraft] = useState(original);
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  const href = `/personas/${encodeURIComponent(id)}`;
  const { mutate, error, isPending } = useUpdatePersonaMutation({
    onSuccess: async () => {
      // Tools show how many personas use them.
      await refresh('Persona', 'Tool');
      navigate(href);
    },
  });
  const input = getChanges(original, draft);
  const save = () => (Object.keys(input).length > 0 ? mutate({ id, input }) : navigate(href));
  return (
    <Page
      title={`Edit ${original.name || 'persona'}`}
      parent={{ href, name: original.name || 'Persona' }}
      actions={<ExplorerLink document={UpdatePersonaDocument} variables={{ id, input }} />}
    >
      <PersonaForm
        draft={draft}
        original={original}
        onChange={setDraft}
        onSubmit={save}
        error={error}
        isPending={isPending}
        submit={isPending ? 'Saving…' : 'Save'}
      />
    </Page>
  );
}

export function EditPersonaPage({ id }: { readonly id: string }) {
  const query = usePersonaQuery({ id });
  const persona = query.data?.persona;
  const parent = { href: '/', name: 'Personas' };
  if (!persona) return <NotFoundPage kind="persona" id={id} parent={parent} query={query} />;
  return <EditPersona persona={persona} />;
}
