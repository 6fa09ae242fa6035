import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { CreateToolDocument, useCreateToolMutation } from '../../hooks/index.ts';
import { useFieldError } from '../shell/draft-form.tsx';
import { Page } from '../shell/page.tsx';
import { useShowCreated } from '../shell/query.ts';
import { createDraftFor, toInput } from './tool-draft.ts';
import { ToolForm } from './tool-form.tsx';

/** A form that creates a tool. The URL may have the id of a knowledge group that the tool searches. */
export function NewToolPage() {
  const [params] = useSearchParams();
  const [draft, setDraft] = useState(() => createDraftFor(params.getAll('knowledge')));
  const { fieldError, attempt } = useFieldError();
  const show = useShowCreated('tools', 'Tool');
  const { mutate, error, isPending } = useCreateToolMutation({
    onSuccess: ({ createTool }) => show(createTool?.tool),
  });
  const { type, name, description } = draft;
  return (
    <Page
      title="New tool"
      lead="A function that the LLM of a persona can call."
      parent={{ href: '/tools', name: 'Tools' }}
      operation={{
        document: CreateToolDocument,
        variables: { input: { type, name, description } },
      }}
    >
      <ToolForm
        isNew
        draft={draft}
        onChange={setDraft}
        onSubmit={() => attempt(() => mutate({ input: toInput(draft) }))}
        error={error}
        fieldError={fieldError}
        isPending={isPending}
        submit={isPending ? 'Creating…' : 'Create tool'}
      />
    </Page>
  );
}
