import type { CreateSessionTokenMutationVariables } from '../../hooks/index.ts';
import { readNumber, requireNumber } from '../shell/draft-form.tsx';
import { VOICE_OPTIONS, type VoiceOption, type VoiceOptionName } from './voice-options.ts';

export interface TokenDraft {
  readonly personaId: string;
  /** Voice instead of the persona's; empty for the persona's. */
  readonly voiceId: string;
  /** LLM instead of the persona's; empty for the persona's. */
  readonly llmId: string;
  readonly clientLabel: string;
  readonly languageCode: string;
  /** In seconds, as typed. */
  readonly maxSessionLengthSeconds: string;
  readonly enableSessionReplay: boolean;
  /** Whether the API looks the persona up first, so that an invalid id fails here. */
  readonly verify: boolean;
  /** Voice options that differ from the persona's, as typed. */
  readonly voice: Readonly<Partial<Record<VoiceOptionName, string>>>;
}

export const emptyDraft: TokenDraft = {
  personaId: '',
  voiceId: '',
  llmId: '',
  clientLabel: '',
  languageCode: '',
  maxSessionLengthSeconds: '',
  enableSessionReplay: true,
  verify: true,
  voice: {},
};

const PREFIX = 'input.personaConfig';

/** Path of a voice option in the mutation's arguments. */
export const getOptionPath = ({ kind, name }: VoiceOption): string =>
  `${PREFIX}.${kind === 'detection' ? 'voiceDetectionOptions' : 'voiceGenerationOptions'}.${name}`;

/** Returns the options of one kind that are set; undefined if none is. */
function collectVoiceOptions(voice: TokenDraft['voice'], kind: VoiceOption['kind']) {
  const entries = VOICE_OPTIONS.flatMap((option) => {
    const text = voice[option.name];
    if (option.kind !== kind || text === undefined) return [];
    return [[option.name, requireNumber(text, getOptionPath(option))]];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/**
 * Converts a draft to the mutation's variables, without empty fields.
 * @throws FieldError if a number cannot be read.
 */
export function toVariables(draft: TokenDraft): CreateSessionTokenMutationVariables {
  const { personaId, clientLabel, languageCode, voice } = draft;
  const maxSessionLengthSeconds = readNumber(
    draft.maxSessionLengthSeconds,
    `${PREFIX}.maxSessionLengthSeconds`,
  );
  const voiceDetectionOptions = collectVoiceOptions(voice, 'detection');
  const voiceGenerationOptions = collectVoiceOptions(voice, 'generation');
  const overrides = {
    ...(draft.voiceId && { voiceId: draft.voiceId }),
    ...(draft.llmId && { llmId: draft.llmId }),
  };
  return {
    input: {
      ...(clientLabel.trim() && { clientLabel: clientLabel.trim() }),
      personaConfig: {
        ...(personaId && { personaId }),
        ...(languageCode.trim() && { languageCode: languageCode.trim() }),
        ...(maxSessionLengthSeconds !== undefined && { maxSessionLengthSeconds }),
        ...(voiceDetectionOptions && { voiceDetectionOptions }),
        ...(voiceGenerationOptions && { voiceGenerationOptions }),
      },
      ...(Object.keys(overrides).length > 0 && { overrides }),
      // Services enable it by default.
      ...(!draft.enableSessionReplay && {
        sessionOptions: { sessionReplay: { enableSessionReplay: false } },
      }),
      verify: draft.verify,
    },
  };
}
