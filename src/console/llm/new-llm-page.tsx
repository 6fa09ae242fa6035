import { useState } from 'react';
import { CreateLlmDocument, useCreateLlmMutation } from '../../hooks/index.ts';
import { useFieldError } from '../shell/draft-form.tsx';
import { Page } from '../shell/page.tsx';
import { useShowCreated } from '../shell/query.ts';
import { emptyDraft, toInput } from './llm-draft.ts';
import { LlmForm } from './llm-form.tsx';

export function NewLlmPage() {
  const [draft, setDraft] = useState(emptyDraft);
  const { fieldError, attempt } = useFieldError();
  const show = useShowCreated('llms', 'Llm');
  const { mutate, error, isPending } = useCreateLlmMutation({
    // The cache does not keep the API key.
    gcTime: 0,
    onSuccess: ({ createLlm }) => show(createLlm?.llm),
  });
  const { displayName, llmFormat, urls, modelName } = draft;
  const explained = { displayName, llmFormat, urls, modelName, secret: '' };
  return (
    <Page
      title="New LLM"
      lead="A custom language model, which the service calls by its API."
      parent={{ href: '/llms', name: 'LLMs' }}
      operation={{ document: CreateLlmDocument, variables: { input: explained } }}
    >
      <LlmForm
        draft={draft}
        onChange={setDraft}
        onSubmit={(secret) => attempt(() => mutate({ input: { ...toInput(draft), secret } }))}
        secretHint="Stored encrypted, and never shown again."
        error={error}
        fieldError={fieldError}
        isPending={isPending}
        submit={isPending ? 'Creating…' : 'Create LLM'}
      />
    </Page>
  );
}
