import type { TokenDraft } from './token-draft.ts';
import { VoiceOptionField } from './voice-option-field.tsx';
import { VOICE_OPTIONS, type VoiceOption } from './voice-options.ts';

interface VoiceFieldsProps {
  readonly voice: TokenDraft['voice'];
  readonly onChange: (voice: TokenDraft['voice']) => void;
}

const GROUPS: readonly { readonly kind: VoiceOption['kind']; readonly name: string }[] = [
  { kind: 'generation', name: 'Voice' },
  { kind: 'detection', name: 'Speech detection' },
];

/** All voice options, in two groups. */
export function VoiceFields({ voice, onChange }: VoiceFieldsProps) {
  const change = (name: VoiceOption['name'], value: number | undefined) => {
    const { [name]: _replaced, ...others } = voice;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  return GROUPS.map((group) => (
    <fieldset key={group.kind} className="field">
      <legend>{group.name}</legend>
      <div className="voice-options">
        {VOICE_OPTIONS.filter(({ kind }) => kind === group.kind).map((option) => (
          <VoiceOptionField
            key={option.name}
            option={option}
            value={voice[option.name]}
            onChange={(value) => change(option.name, value)}
          />
        ))}
      </div>
    </fieldset>
  ));
}
