import { useState } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { LlmField } from '../llm/llm-field.tsx';
import { getIssues } from '../shell/issues.tsx';
import { VoiceField } from '../voice/voice-field.tsx';
import type { TokenDraft } from './token-draft.ts';

interface OverrideFieldsProps {
  readonly draft: TokenDraft;
  readonly error: AnyApiError | null;
  readonly onChange: (changes: Partial<TokenDraft>) => void;
}

/** Another voice and another LLM for this session. The lists are loaded when the section is opened. */
export function OverrideFields({ draft, error, onChange }: OverrideFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Another voice or language model for this session</summary>
      {isOpen && (
        <div className="stack">
          <VoiceField
            path="input.overrides.voiceId"
            defaultLabel="The persona's voice"
            value={draft.voiceId}
            onChange={(voiceId) => onChange({ voiceId })}
            issues={getIssues(error, 'input.overrides.voiceId')}
          />
          <LlmField
            path="input.overrides.llmId"
            defaultLabel="The persona's language model"
            value={draft.llmId}
            onChange={(llmId) => onChange({ llmId })}
            issues={getIssues(error, 'input.overrides.llmId')}
          />
        </div>
      )}
    </details>
  );
}
