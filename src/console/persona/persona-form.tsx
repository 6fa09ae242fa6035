import type { FormEvent } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { AvatarField } from '../avatar/avatar-field.tsx';
import { LlmField } from '../llm/llm-field.tsx';
import { createFormFields } from '../shell/form-fields.ts';
import { FormFailure } from '../shell/issues.tsx';
import { TextField } from '../shell/text-field.tsx';
import { ToolsField } from '../tool/tools-field.tsx';
import { VoiceField } from '../voice/voice-field.tsx';
import { AvatarModelField } from './avatar-model-field.tsx';
import type { PersonaDraft } from './persona-draft.ts';

interface PersonaFormProps {
  readonly draft: PersonaDraft;
  readonly onChange: (draft: PersonaDraft) => void;
  readonly onSubmit: () => void;
  readonly error: AnyApiError | null;
  readonly isPending: boolean;
  /** Label of the button that submits. */
  readonly submit: string;
}

const DEFAULT = 'Default of the upstream';

/** The fields of a persona. Errors appear at their fields, and input is kept. */
export function PersonaForm(props: PersonaFormProps) {
  const { draft, onChange, onSubmit, error, isPending, submit } = props;
  const field = createFormFields(draft, onChange, error);
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={onFormSubmit} className="stack form" noValidate>
      <TextField label="Name" {...field('name')} />
      <TextField
        label="Description"
        hint="For your reference. Does not affect the persona's behaviour."
        {...field('description')}
      />
      <TextField
        label="System prompt"
        hint="Instructions for the LLM: role, tone and rules of the persona."
        rows={6}
        {...field('systemPrompt')}
      />
      <TextField
        label="Language"
        hint="Language of the sessions, such as en."
        {...field('languageCode')}
      />
      <TextField
        label="First message"
        hint="The persona says it when a session starts."
        rows={2}
        {...field('initialMessage')}
      />
      <AvatarField {...field('avatarId')} />
      <AvatarModelField {...field('avatarModel')} />
      <VoiceField defaultLabel={DEFAULT} {...field('voiceId')} />
      <LlmField defaultLabel={DEFAULT} {...field('llmId')} />
      <ToolsField {...field('toolIds')} />
      <label className="check">
        <input
          type="checkbox"
          checked={draft.skipGreeting}
          onChange={({ target }) => onChange({ ...draft, skipGreeting: target.checked })}
        />
        Skip the greeting when a session starts
      </label>
      <FormFailure error={error} />
      <div className="row">
        <button type="submit" disabled={isPending}>
          {submit}
        </button>
      </div>
    </form>
  );
}
