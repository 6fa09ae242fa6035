import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  UpdatePersonaDocument,
  usePersonaPromptsQuery,
  usePersonaQuery,
  useUpdatePersonaMutation,
} from '../../hooks/index.ts';
import { Page } from '../shell/page.tsx';
import { useRefresh } from '../shell/query.ts';
import { NotFoundPage } from '../shell/record-page.tsx';
import { getChanges, type Persona, type Prompts, toDraft } from './persona-draft.ts';
import { PersonaForm } from './persona-form.tsx';
import { arePromptsHidden } from './persona-prompts.tsx';

interface EditPersonaProps {
  readonly persona: Persona;
  /** Undefined if they are hidden. */
  readonly prompts: Prompts | undefined;
}

/** A form that edits a persona. Only changed fields are sent. */
function EditPersona({ persona, prompts }: EditPersonaProps) {
  const { id } = persona;
  const [original] = useState(() => toDraft(persona, prompts));
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
      operation={{ document: UpdatePersonaDocument, variables: { id, input } }}
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
  const promptsQuery = usePersonaPromptsQuery({ id });
  const persona = query.data?.persona;
  const prompts = promptsQuery.data?.persona ?? undefined;
  const props = { kind: 'persona', id, parent: { href: '/', name: 'Personas' } };
  if (!persona) return <NotFoundPage {...props} query={query} />;
  if (!prompts && !arePromptsHidden(promptsQuery))
    return <NotFoundPage {...props} query={promptsQuery} />;
  return <EditPersona persona={persona} prompts={prompts} />;
}
