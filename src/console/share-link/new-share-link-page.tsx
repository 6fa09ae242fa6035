import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import {
  CreateShareLinkDocument,
  type CreateShareLinkInput,
  useCreateShareLinkMutation,
} from '../../hooks/index.ts';
import { FIELDS } from '../form-fields.ts';
import { PersonaField } from '../persona/persona-field.tsx';
import {
  createFormFields,
  Form,
  type FormFields,
  readNumber,
  useFieldError,
} from '../shell/draft-form.tsx';
import { getIssues } from '../shell/failure.tsx';
import { Page } from '../shell/page.tsx';
import { useRefresh } from '../shell/query.ts';
import { CreatedShareLink } from './created-share-link.tsx';
import { createLimitFields, type Limits } from './limits.tsx';

const emptyDraft: Limits = { expiresInHours: '', usageLimit: '' };

/** A form that creates a share link. The persona's id is in the URL. */
export function NewShareLinkPage() {
  const [params, setParams] = useSearchParams();
  const [draft, setDraft] = useState(emptyDraft);
  const { fieldError, attempt } = useFieldError();
  const refresh = useRefresh();
  const { mutate, data, error, isPending, reset } = useCreateShareLinkMutation({
    // The token is not kept after this page.
    gcTime: 0,
    onSuccess: () => refresh('ShareLink'),
  });
  const created = data?.createShareLink;
  const personaId = params.get('persona') ?? '';
  const choose = (persona: string) => setParams(persona ? { persona } : {}, { replace: true });
  const create = () => {
    const input: Required<FormFields<CreateShareLinkInput>> = {
      personaId,
      expiresInHours: readNumber(draft.expiresInHours, 'input.expiresInHours'),
      usageLimit: readNumber(draft.usageLimit, 'input.usageLimit'),
    };
    mutate({ input });
  };
  const fields: Readonly<Record<keyof FormFields<CreateShareLinkInput>, ReactNode>> = {
    personaId: (
      <PersonaField
        path="input.personaId"
        value={personaId}
        onChange={choose}
        issues={getIssues(error, 'input.personaId')}
      />
    ),
    ...createLimitFields(createFormFields(draft, setDraft, error, { fieldError }), {
      expiresInHours: FIELDS.CreateShareLinkInput.expiresInHours.hint,
      usageLimit: FIELDS.CreateShareLinkInput.usageLimit.hint,
    }),
  };
  return (
    <Page
      title={created ? 'Share link created' : 'New share link'}
      lead="A link that opens a persona without an API key."
      parent={{ href: '/share-links', name: 'Share links' }}
      operation={{ document: CreateShareLinkDocument, variables: { input: { personaId } } }}
    >
      {created ? (
        <CreatedShareLink created={created} onAnother={reset} />
      ) : (
        <Form
          fields={fields}
          onSubmit={() => attempt(create)}
          error={error}
          fieldError={fieldError}
          isPending={isPending}
          submit={isPending ? 'Creating…' : 'Create share link'}
        />
      )}
    </Page>
  );
}
