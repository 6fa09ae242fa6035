import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { CreateToolDocument, useCreateToolMutation, useToolsQuery } from '../../hooks/index.ts';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { useFieldError } from '../shell/field-error.ts';
import { Page } from '../shell/page.tsx';
import { createDraftFor, toInput } from './tool-draft.ts';
import { ToolForm } from './tool-form.tsx';

/** A form that creates a tool. The URL may have the id of a knowledge group that the tool searches. */
export function NewToolPage() {
  const [params] = useSearchParams();
  const [draft, setDraft] = useState(() => createDraftFor(params.getAll('knowledge')));
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
