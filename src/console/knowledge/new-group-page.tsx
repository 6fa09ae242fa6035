import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  CreateKnowledgeGroupDocument,
  type CreateKnowledgeGroupInput,
  getResourceKey,
  useCreateKnowledgeGroupMutation,
} from '../../hooks/index.ts';
import { toCreateInput } from '../shell/draft.ts';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { Page } from '../shell/page.tsx';
import { emptyDraft, GroupForm } from './group-form.tsx';

/** A form that creates a knowledge group. */
export function NewGroupPage() {
  const [draft, setDraft] = useState(emptyDraft);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { mutate, error, isPending } = useCreateKnowledgeGroupMutation({
    onSuccess: async ({ createKnowledgeGroup: created }) => {
      await client.invalidateQueries({ queryKey: getResourceKey('KnowledgeGroup') });
      if (created) navigate(`/knowledge/${encodeURIComponent(created.knowledgeGroup.id)}`);
    },
  });
  // Sent even if it is empty, so that the API says what is missing.
  const input = { ...toCreateInput<CreateKnowledgeGroupInput>(draft), name: draft.name.trim() };
  return (
    <Page
      title="New knowledge group"
      lead="A group of documents. You upload them on its page."
      parent={{ href: '/knowledge', name: 'Knowledge' }}
      actions={<ExplorerLink document={CreateKnowledgeGroupDocument} variables={{ input }} />}
    >
      <GroupForm
        draft={draft}
        onChange={setDraft}
        onSubmit={() => mutate({ input })}
        error={error}
        isPending={isPending}
        submit={isPending ? 'Creating…' : 'Create knowledge group'}
      />
    </Page>
  );
}
