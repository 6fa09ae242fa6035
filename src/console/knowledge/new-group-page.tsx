import { useState } from 'react';
import {
  CreateKnowledgeGroupDocument,
  type CreateKnowledgeGroupInput,
  useCreateKnowledgeGroupMutation,
} from '../../hooks/index.ts';
import { toCreateInput } from '../shell/draft-form.tsx';
import { Page } from '../shell/page.tsx';
import { useShowCreated } from '../shell/query.ts';
import { emptyDraft, GroupForm } from './group-form.tsx';

export function NewGroupPage() {
  const [draft, setDraft] = useState(emptyDraft);
  const show = useShowCreated('knowledge', 'KnowledgeGroup');
  const { mutate, error, isPending } = useCreateKnowledgeGroupMutation({
    onSuccess: ({ createKnowledgeGroup: created }) => show(created?.knowledgeGroup),
  });
  // Sent even if it is empty, so that the API says what is missing.
  const input = { ...toCreateInput<CreateKnowledgeGroupInput>(draft), name: draft.name.trim() };
  return (
    <Page
      title="New knowledge group"
      lead="A group of documents. You upload them on its page."
      parent={{ href: '/knowledge', name: 'Knowledge' }}
      operation={{ document: CreateKnowledgeGroupDocument, variables: { input } }}
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
