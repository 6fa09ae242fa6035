import type { ReactNode } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { HINTS } from '../constants.ts';
import { CheckField, SelectField, TextField } from '../shell/controls.tsx';
import { createFormFields, type FieldError, Form } from '../shell/draft-form.tsx';
import { ConfigFields } from './config-fields.tsx';
import { TOOL_TYPES, type ToolDraft } from './tool-draft.ts';

interface ToolFormProps {
  /** Whether the tool is new. The type of an existing tool cannot be changed. */
  readonly isNew: boolean;
  readonly draft: ToolDraft;
  readonly onChange: (draft: ToolDraft) => void;
  readonly onSubmit: () => void;
  readonly error: AnyApiError | null;
  readonly fieldError: FieldError | undefined;
  readonly isPending: boolean;
  /** Label of the button that submits. */
  readonly submit: string;
  /** The result, beside the button. */
  readonly result?: ReactNode;
}

/** The fields of a tool. Errors appear at their fields, and input is kept. */
export function ToolForm(props: ToolFormProps) {
  const { isNew, draft, onChange, ...form } = props;
  const { error, fieldError } = form;
  const field = createFormFields(draft, onChange, error, { fieldError });
  const fields: Readonly<Record<keyof ToolDraft, ReactNode>> = {
    type: isNew && <SelectField label="Type" choices={TOOL_TYPES} {...field('type')} />,
    name: <TextField label="Name" hint={HINTS.CreateToolInput.name} isCode {...field('name')} />,
    description: (
      <TextField
        label="Description"
        hint="Tells the LLM when and why to call the tool."
        rows={3}
        {...field('description')}
      />
    ),
    config: (
      <ConfigFields
        type={draft.type}
        config={draft.config}
        onChange={(config) => onChange({ ...draft, config })}
        error={error}
        fieldError={fieldError}
      />
    ),
    disableInterruptions: (
      <CheckField
        label="The user cannot interrupt while the tool runs"
        {...field('disableInterruptions')}
      />
    ),
  };
  return <Form {...form} fields={fields} />;
}
