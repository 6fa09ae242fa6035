import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { CreateToolDocument, useCreateToolMutation, useToolsQuery } from '../../hooks/index.ts';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { useFieldError } from '../shell/field-error.ts';
import { Page } from '../shell/page.tsx';
import { emptyDraft, toInput } from './tool-draft.ts';
import { ToolForm } from './tool-form.tsx';

/** A form that creates a tool. */
export function NewToolPage() {
  const [draft, setDraft] = useState(emptyDraft);
  const { fieldError, attempt } = useFieldError();
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { mutate, error, isPending } = useCreateToolMutation({
    onSuccess: async ({ createTool }) => {
      await client.invalidateQueries({ queryKey: useToolsQuery.getKey() });
      if (createTool) navigate(`/tools/${encodeURIComponent(createTool.tool.id)}`);
    },
  });
  const { type, name, description } = draft;
  return (
    <Page
      title="New tool"
      lead="A function that the LLM of a persona can call."
      parent={{ href: '/tools', name: 'Tools' }}
      actions={
        <ExplorerLink
          document={CreateToolDocument}
          variables={{ input: { type, name, description } }}
        />
      }
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
