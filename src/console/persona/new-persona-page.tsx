import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { CreatePersonaDocument, useCreatePersonaMutation } from '../../hooks/index.ts';
import { Page } from '../shell/page.tsx';
import { useShowCreated } from '../shell/query.ts';
import { type PersonaDraft, toInput } from './persona-draft.ts';
import { PersonaForm } from './persona-form.tsx';

export function NewPersonaPage() {
  const [params] = useSearchParams();
  const [draft, setDraft] = useState<PersonaDraft>({
    avatarId: params.get('avatar'),
    voiceId: params.get('voice'),
    llmId: params.get('llm'),
  });
  // Tools count their personas.
  const show = useShowCreated('personas', 'Persona', 'Tool');
  const { mutate, error, isPending } = useCreatePersonaMutation({
    onSuccess: ({ createPersona }) => show(createPersona?.persona),
  });
  const input = toInput(draft);
  return (
    <Page
      title="New persona"
      lead="An avatar with a voice, a language model and a system prompt."
      parent={{ href: '/', name: 'Personas' }}
      operation={{ document: CreatePersonaDocument, variables: { input } }}
    >
      <PersonaForm
        draft={draft}
        onChange={setDraft}
        onSubmit={() => mutate({ input })}
        error={error}
        isPending={isPending}
        submit={isPending ? 'Creating…' : 'Create persona'}
      />
    </Page>
  );
}
