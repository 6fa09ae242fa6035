import type { ReactNode } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { AvatarField } from '../avatar/avatar-field.tsx';
import { LlmField } from '../llm.tsx';
import { CheckField, TextField } from '../shell/controls.tsx';
import { createFormFields, Form } from '../shell/draft-form.tsx';
import { Hidden } from '../shell/page.tsx';
import { ToolsField } from '../tool/tool.tsx';
import { VoiceField } from '../voice.tsx';
import { AvatarModelField } from './avatar-model-field.tsx';
import type { FieldOf, PersonaDraft } from './persona-draft.ts';

interface PersonaFormProps {
  readonly draft: PersonaDraft;
  /** The saved persona, without its prompts if they are hidden. Its voice and LLM can be replaced, but not removed. */
  readonly original?: PersonaDraft | undefined;
  readonly onChange: (draft: PersonaDraft) => void;
  readonly onSubmit: () => void;
  readonly error: AnyApiError | null;
  readonly isPending: boolean;
  /** Label of the button that submits. */
  readonly submit: string;
}

const DEFAULT = "The service's default";

/** The fields of a persona. Errors appear at their fields, and input is kept. */
export function PersonaForm(props: PersonaFormProps) {
  const { draft, original, onChange, error, ...form } = props;
  const field = createFormFields(draft, onChange, error);
  const text = (name: FieldOf<string>) => ({ ...field(name), value: draft[name] ?? '' });
  const check = (name: FieldOf<boolean>, label: string) => (
    <CheckField label={label} {...field(name)} value={draft[name] ?? false} />
  );
  const isHidden = original !== undefined && !('systemPrompt' in original);
  const fields: Readonly<Record<keyof PersonaDraft, ReactNode>> = {
    name: <TextField label="Name" {...text('name')} />,
    description: (
      <TextField
        label="Description"
        hint="For your reference. Does not affect the persona's behavior."
        {...text('description')}
      />
    ),
    systemPrompt: isHidden ? (
      <Hidden what="System prompt and first message are" scope="prompts:read" />
    ) : (
      <TextField
        label="System prompt"
        hint="Instructions for the LLM: role, tone and rules of the persona."
        rows={6}
        {...text('systemPrompt')}
      />
    ),
    languageCode: (
      <TextField
        label="Language"
        hint="Language of the sessions, such as en."
        {...text('languageCode')}
      />
    ),
    initialMessage: !isHidden && (
      <TextField
        label="First message"
        hint="The persona says it when a session starts."
        rows={2}
        {...text('initialMessage')}
      />
    ),
    avatarId: <AvatarField {...text('avatarId')} />,
    avatarModel: <AvatarModelField avatarId={draft.avatarId ?? ''} {...text('avatarModel')} />,
    voiceId: (
      <VoiceField defaultLabel={original?.voiceId ? undefined : DEFAULT} {...text('voiceId')} />
    ),
    llmId: <LlmField defaultLabel={original?.llmId ? undefined : DEFAULT} {...text('llmId')} />,
    toolIds: (
      <ToolsField
        {...field('toolIds')}
        value={draft.toolIds ?? []}
        onChange={(ids) => field('toolIds').onChange([...ids])}
      />
    ),
    skipGreeting: check('skipGreeting', 'Skip the greeting when a session starts'),
    uninterruptibleGreeting: check(
      'uninterruptibleGreeting',
      'The user cannot interrupt the greeting',
    ),
    zeroDataRetention: check(
      'zeroDataRetention',
      'Zero data retention: nothing of a session is stored',
    ),
  };
  return <Form error={error} fields={fields} {...form} />;
}
