import { useState } from 'react';
import { type CustomLlmFieldsFragment, useUpdateLlmMutation } from '../../hooks/index.ts';
import { useFieldError } from '../shell/draft-form.tsx';
import { useRefresh } from '../shell/query.ts';
import { getChanges, toDraft } from './llm-draft.ts';
import { LlmForm } from './llm-form.tsx';

/** Edits a custom LLM. Only changed fields are sent, and the API key only if a new one is entered. */
export function EditLlm({ llm }: { readonly llm: CustomLlmFieldsFragment }) {
  const { id } = llm;
  const [draft, setDraft] = useState(() => toDraft(llm));
  const { fieldError, attempt } = useFieldError();
  const refresh = useRefresh();
  const { mutate, error, isPending, isSuccess } = useUpdateLlmMutation({
    // The cache does not keep the API key.
    gcTime: 0,
    onSuccess: async ({ updateLlm }) => {
      if (updateLlm) setDraft(toDraft(updateLlm.llm));
      await refresh('Llm');
    },
  });
  const save = (secret: string, form: HTMLFormElement) => {
    const input = { ...getChanges(llm, draft), ...(secret && { secret }) };
    if (Object.keys(input).length > 0) mutate({ id, input }, { onSuccess: () => form.reset() });
  };
  return (
    <LlmForm
      draft={draft}
      onChange={setDraft}
      onSubmit={(secret, form) => attempt(() => save(secret, form))}
      secretHint="Leave empty to keep the saved key."
      error={error}
      fieldError={fieldError}
      isPending={isPending}
      submit={isPending ? 'Saving…' : 'Save'}
      result={<span role="status">{isSuccess && 'Saved.'}</span>}
    />
  );
}
