import { useState } from 'react';
import {
  type KnowledgeGroupFieldsFragment,
  type UpdateKnowledgeGroupInput,
  useUpdateKnowledgeGroupMutation,
} from '../../hooks/index.ts';
import { createDraft, getChangedFields } from '../shell/draft-form.tsx';
import { useRefresh } from '../shell/query.ts';
import { emptyDraft, GroupForm } from './group-form.tsx';

/** Renames and describes a knowledge group. Only changed fields are sent. */
export function EditGroup({ group }: { readonly group: KnowledgeGroupFieldsFragment }) {
  const { id } = group;
  const original = createDraft(emptyDraft, group);
  const [draft, setDraft] = useState(original);
  const refresh = useRefresh();
  const { mutate, error, isPending, isSuccess } = useUpdateKnowledgeGroupMutation({
    onSuccess: () => refresh('KnowledgeGroup'),
  });
  const save = () => {
    const input = getChangedFields<typeof draft, UpdateKnowledgeGroupInput>(original, draft);
    if (Object.keys(input).length > 0) mutate({ id, input });
  };
  return (
    <GroupForm
      draft={draft}
      onChange={setDraft}
      onSubmit={save}
      error={error}
      isPending={isPending}
      submit={isPending ? 'Saving…' : 'Save'}
      result={<span role="status">{isSuccess && 'Saved.'}</span>}
    />
  );
}
