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
  /** The persona as saved; empty for a new one. A saved voice or LLM can be replaced, but not cleared. */
  readonly original: PersonaDraft;
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
  const { original, draft, onChange, onSubmit, error, isPending, submit } = props;
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
      <AvatarField {...field('avatarId')} />
      <AvatarModelField {...field('avatarModel')} />
      <VoiceField
        defaultLabel={original.voiceId === '' ? DEFAULT : undefined}
        {...field('voiceId')}
      />
      <LlmField defaultLabel={original.llmId === '' ? DEFAULT : undefined} {...field('llmId')} />
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
