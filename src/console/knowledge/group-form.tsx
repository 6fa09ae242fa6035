import type { ReactNode } from 'react';
import type { AnyApiError, CreateKnowledgeGroupInput } from '../../hooks/index.ts';
import { FIELDS } from '../form-fields.ts';
import { TextField } from '../shell/controls.tsx';
import { createFormFields, Form, type FormFields } from '../shell/draft-form.tsx';

export type GroupDraft = Readonly<Record<keyof FormFields<CreateKnowledgeGroupInput>, string>>;

export const emptyDraft: GroupDraft = { name: '', description: '' };

interface GroupFormProps {
  readonly draft: GroupDraft;
  readonly onChange: (draft: GroupDraft) => void;
  readonly onSubmit: () => void;
  readonly error: AnyApiError | null;
  readonly isPending: boolean;
  /** Label of the button that submits. */
  readonly submit: string;
  /** The result, beside the button. */
  readonly result?: ReactNode;
}

/** The fields of a knowledge group. Errors appear at their fields, and input is kept. */
export function GroupForm({ draft, onChange, ...form }: GroupFormProps) {
  const field = createFormFields(draft, onChange, form.error);
  const fields: Readonly<Record<keyof GroupDraft, ReactNode>> = {
    name: (
      <TextField
        label="Name"
        hint={FIELDS.CreateKnowledgeGroupInput.name.hint}
        {...field('name')}
      />
    ),
    description: <TextField label="Description" rows={2} {...field('description')} />,
  };
  return <Form {...form} fields={fields} />;
}
