import { useState } from 'react';
import {
  type ShareLinkFieldsFragment,
  type UpdateShareLinkInput,
  useUpdateShareLinkMutation,
} from '../../hooks/index.ts';
import { createFormFields, Form, getChangedFields, useFieldError } from '../shell/draft-form.tsx';
import { useRefresh } from '../shell/query.ts';
import { createLimitFields, type Limits, readLimit } from './limits.tsx';

const toDraft = ({ usageLimit }: ShareLinkFieldsFragment): Limits => ({
  expiresInHours: '',
  usageLimit: String(usageLimit ?? ''),
});

/** Changes how long and how often a share link can be used. Only changed fields are sent. */
export function EditShareLink({ link }: { readonly link: ShareLinkFieldsFragment }) {
  const { id } = link;
  const [draft, setDraft] = useState(() => toDraft(link));
  const { fieldError, attempt } = useFieldError();
  const refresh = useRefresh();
  const { mutate, error, isPending, isSuccess } = useUpdateShareLinkMutation({
    onSuccess: async ({ updateShareLink }) => {
      if (updateShareLink) setDraft(toDraft(updateShareLink.shareLink));
      await refresh('ShareLink');
    },
  });
  const save = () => {
    const input = getChangedFields<Limits, UpdateShareLinkInput>(toDraft(link), draft, readLimit);
    if (Object.keys(input).length > 0) mutate({ id, input });
  };
  const field = createFormFields(draft, setDraft, error, { fieldError });
  return (
    <Form
      fields={createLimitFields(field, {
        expiresInHours: 'Counted from now. Empty: the link expires when it did before.',
        usageLimit: 'In all, including those before.',
      })}
      onSubmit={() => attempt(save)}
      error={error}
      fieldError={fieldError}
      isPending={isPending}
      submit={isPending ? 'Saving…' : 'Save'}
      result={<span role="status">{isSuccess && 'Saved.'}</span>}
    />
  );
}
