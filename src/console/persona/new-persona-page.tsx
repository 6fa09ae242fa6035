import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import {
  CreatePersonaDocument,
  useCreatePersonaMutation,
  usePersonasQuery,
} from '../../hooks/index.ts';
import { AvatarField } from '../avatar/avatar-field.tsx';
import { LlmField } from '../llm/llm-field.tsx';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { createFormFields } from '../shell/form-fields.ts';
import { FormFailure } from '../shell/issues.tsx';
import { Page } from '../shell/page.tsx';
import { TextField } from '../shell/text-field.tsx';
import { AvatarModelField } from './avatar-model-field.tsx';
import { useKnownChoices } from './known-choices.ts';
import { emptyDraft, type PersonaDraft, toInput } from './persona-draft.ts';

/** A form that creates a persona. Errors appear at their fields, and input is kept. */
export function NewPersonaPage() {
  const [params] = useSearchParams();
  const [draft, setDraft] = useState<PersonaDraft>({
    ...emptyDraft,
    avatarId: params.get('avatar') ?? '',
  });
  const [, navigate] = useLocation();
  const { voices } = useKnownChoices();
  const client = useQueryClient();
  const { mutate, error, isPending } = useCreatePersonaMutation({
    onSuccess: async ({ createPersona }) => {
      await client.invalidateQueries({ queryKey: usePersonasQuery.getKey() });
      if (createPersona) navigate(`/personas/${encodeURIComponent(createPersona.id)}`);
    },
  });
  const input = toInput(draft);
  const field = createFormFields(draft, setDraft, error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ input });
  };
  return (
    <Page
      title="New persona"
      lead="An avatar with a voice, a language model and a system prompt."
      parent={{ href: '/', name: 'Personas' }}
      actions={<ExplorerLink document={CreatePersonaDocument} variables={{ input }} />}
    >
      <form onSubmit={submit} className="stack form" noValidate>
        <TextField label="Name" {...field('name')} />
        <TextField
          label="Description"
          hint="For your reference. Does not affect the persona's behaviour."
          {...field('description')}
        />
        <TextField
          label="System prompt"
          hint="Instructions for the LLM: role, tone and rules of the persona."
          rows={6}
          {...field('systemPrompt')}
        />
        <AvatarField {...field('avatarId')} />
        <AvatarModelField {...field('avatarModel')} />
        <TextField
          label="Voice id"
          hint="Suggestions are the voices of other personas."
          isCode
          choices={voices}
          {...field('voiceId')}
        />
        <LlmField {...field('llmId')} />
        <label className="check">
          <input
            type="checkbox"
            checked={draft.skipGreeting}
            onChange={({ target }) => setDraft({ ...draft, skipGreeting: target.checked })}
          />
          Skip the greeting when a session starts
        </label>
        <FormFailure error={error} />
        <div className="row">
          <button type="submit" disabled={isPending}>
            {isPending ? 'Creating…' : 'Create persona'}
          </button>
        </div>
      </form>
    </Page>
  );
}
