import type { CreateSessionTokenMutationVariables } from '../../hooks/index.ts';
import { VOICE_OPTIONS, type VoiceOption, type VoiceOptionName } from './voice-options.ts';

/** A session to be, as a form holds it. */
export interface TokenDraft {
  readonly personaId: string;
  readonly clientLabel: string;
  readonly languageCode: string;
  /** Seconds, as typed. */
  readonly maxSessionLengthSeconds: string;
  readonly enableSessionReplay: boolean;
  /** Whether the persona is looked up first, so that a wrong id fails here. */
  readonly verify: boolean;
  /** Voice options that differ from the persona's own. */
  readonly voice: Readonly<Partial<Record<VoiceOptionName, number>>>;
}

/** A form before anything is typed. */
export const emptyDraft: TokenDraft = {
  personaId: '',
  clientLabel: '',
  languageCode: '',
  maxSessionLengthSeconds: '',
  enableSessionReplay: false,
  verify: true,
  voice: {},
};

/** The options of a kind that were set; undefined where none was. */
function optionsOf(voice: TokenDraft['voice'], kind: VoiceOption['kind']) {
  const set = VOICE_OPTIONS.filter((option) => option.kind === kind)
    .map(({ name }) => [name, voice[name]] as const)
    .filter(([, value]) => value !== undefined);
  return set.length > 0 ? Object.fromEntries(set) : undefined;
}

/** What a draft asks the API for; what was left empty is left out. */
export function toVariables(draft: TokenDraft): CreateSessionTokenMutationVariables {
  const { personaId, clientLabel, languageCode, maxSessionLengthSeconds, voice } = draft;
  const voiceDetectionOptions = optionsOf(voice, 'detection');
  const voiceGenerationOptions = optionsOf(voice, 'generation');
  return {
    input: {
      ...(clientLabel.trim() && { clientLabel: clientLabel.trim() }),
      personaConfig: {
        ...(personaId && { personaId }),
        ...(languageCode.trim() && { languageCode: languageCode.trim() }),
        ...(maxSessionLengthSeconds && {
          maxSessionLengthSeconds: Number(maxSessionLengthSeconds),
        }),
        ...(voiceDetectionOptions && { voiceDetectionOptions }),
        ...(voiceGenerationOptions && { voiceGenerationOptions }),
      },
      ...(draft.enableSessionReplay && {
        sessionOptions: { sessionReplay: { enableSessionReplay: true } },
      }),
    },
    verify: draft.verify,
  };
}
