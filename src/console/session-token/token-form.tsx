import type { AnyApiError } from '../../hooks/index.ts';
import { LlmField } from '../llm.tsx';
import { PersonaField } from '../persona/persona-field.tsx';
import { CheckField, TextField } from '../shell/controls.tsx';
import { createFormFields, Form } from '../shell/draft-form.tsx';
import { Details } from '../shell/page.tsx';
import type { FieldError } from '../shell/parse.ts';
import { VoiceField } from '../voice.tsx';
import { getOptionPath, type TokenDraft } from './token-draft.ts';
import { VoiceOptionField } from './voice-option-field.tsx';
import { VOICE_OPTIONS, type VoiceOption } from './voice-options.ts';

interface TokenFormProps {
  readonly draft: TokenDraft;
  readonly onChange: (draft: TokenDraft) => void;
  readonly onSubmit: () => void;
  readonly error: AnyApiError | null;
  readonly fieldError: FieldError | undefined;
  readonly isPending: boolean;
  /** Why no session token can be created; undefined if one can. */
  readonly obstacle: string | undefined;
}

/** The fields of a session token. All but the persona are optional, and folded. */
export function TokenForm(props: TokenFormProps) {
  const { draft, onChange, error, fieldError, isPending } = props;
  const createFields = (prefix: string) =>
    createFormFields(draft, onChange, error, { prefix, fieldError });
  const field = createFields('input');
  const config = createFields('input.personaConfig');
  const override = createFields('input.overrides');
  const option = (option: VoiceOption) => {
    const { value, ...shared } = createFormFields(
      draft.voice,
      (voice) => onChange({ ...draft, voice }),
      error,
      {
        prefix: getOptionPath(option).replace(`.${option.name}`, ''),
        fieldError,
      },
    )(option.name);
    return { option, value, ...shared };
  };
  const options = (kind: VoiceOption['kind']) => {
    const fields = VOICE_OPTIONS.filter((one) => one.kind === kind).map(option);
    const isNeeded = fields.some(({ issues }) => issues.length > 0);
    return (
      <Details title={kind === 'generation' ? 'Voice' : 'Speech detection'} isNeeded={isNeeded}>
        {fields.map((one) => (
          <VoiceOptionField key={one.option.name} {...one} />
        ))}
      </Details>
    );
  };
  const session = [config('maxSessionLengthSeconds'), config('languageCode'), field('clientLabel')];
  return (
    <Form
      onSubmit={props.onSubmit}
      error={error}
      fieldError={fieldError}
      isPending={isPending}
      submit={isPending ? 'Creating…' : 'Create'}
      obstacle={props.obstacle}
      fields={{
        persona: <PersonaField {...config('personaId')} />,
        session: (
          <Details
            title="Length, language and label"
            isNeeded={session.some(({ issues }) => issues.length > 0)}
          >
            <TextField
              label="Maximum session length (seconds)"
              inputMode="decimal"
              {...config('maxSessionLengthSeconds')}
            />
            <TextField
              label="Language"
              hint="Language code, such as en."
              {...config('languageCode')}
            />
            <TextField label="Label" hint="Identifies the session." {...field('clientLabel')} />
            <CheckField label="Enable session replay" {...field('enableSessionReplay')} />
            <CheckField label="Verify that the persona, voice and LLM exist" {...field('verify')} />
          </Details>
        ),
        voice: options('generation'),
        detection: options('detection'),
        overrides: (
          <Details
            title="Another voice or language model"
            isNeeded={[...override('voiceId').issues, ...override('llmId').issues].length > 0}
          >
            {() => (
              <>
                <VoiceField defaultLabel="The persona's voice" {...override('voiceId')} />
                <LlmField defaultLabel="The persona's language model" {...override('llmId')} />
              </>
            )}
          </Details>
        ),
      }}
    />
  );
}
