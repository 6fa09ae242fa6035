import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import {
  CreatePersonaDocument,
  useCreatePersonaMutation,
  usePersonasQuery,
} from '../../hooks/index.ts';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { Page } from '../shell/page.tsx';
import { refreshUsage } from '../tool/refresh-usage.ts';
import { emptyDraft, type PersonaDraft, toInput } from './persona-draft.ts';
import { PersonaForm } from './persona-form.tsx';

/** A form that creates a persona. */
export function NewPersonaPage() {
  const [params] = useSearchParams();
  const [draft, setDraft] = useState<PersonaDraft>({
    ...emptyDraft,
    avatarId: params.get('avatar') ?? '',
    voiceId: params.get('voice') ?? '',
    llmId: params.get('llm') ?? '',
  });
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { mutate, error, isPending } = useCreatePersonaMutation({
    onSuccess: async ({ createPersona }) => {
      await client.invalidateQueries({ queryKey: usePersonasQuery.getKey() });
      await refreshUsage(client);
      if (createPersona) navigate(`/personas/${encodeURIComponent(createPersona.persona.id)}`);
    },
  });
  const input = toInput(draft);
  return (
    <Page
      title="New persona"
      lead="An avatar with a voice, a language model and a system prompt."
      parent={{ href: '/', name: 'Personas' }}
      actions={<ExplorerLink document={CreatePersonaDocument} variables={{ input }} />}
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
