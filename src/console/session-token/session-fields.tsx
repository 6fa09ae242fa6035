import type { AnyApiError } from '../../hooks/index.ts';
import { getIssues } from '../shell/issues.tsx';
import { TextField } from '../shell/text-field.tsx';
import type { TokenDraft } from './token-draft.ts';

interface SessionFieldsProps {
  readonly draft: TokenDraft;
  readonly error: AnyApiError | null;
  readonly onChange: (changes: Partial<TokenDraft>) => void;
}

/** The fields of a session besides persona and voice. */
export function SessionFields({ draft, error, onChange }: SessionFieldsProps) {
  return (
    <fieldset className="field">
      <legend>Session</legend>
      <TextField
        path="input.personaConfig.maxSessionLengthSeconds"
        label="Maximum session length (seconds)"
        inputMode="numeric"
        value={draft.maxSessionLengthSeconds}
        onChange={(text) => onChange({ maxSessionLengthSeconds: text.replace(/[^\d.]/g, '') })}
        issues={getIssues(error, 'input.personaConfig.maxSessionLengthSeconds')}
      />
      <TextField
        path="input.personaConfig.languageCode"
        label="Language"
        hint="Language code, such as en."
        value={draft.languageCode}
        onChange={(languageCode) => onChange({ languageCode })}
        issues={getIssues(error, 'input.personaConfig.languageCode')}
      />
      <TextField
        path="input.clientLabel"
        label="Label"
        hint="Identifies the session."
        value={draft.clientLabel}
        onChange={(clientLabel) => onChange({ clientLabel })}
        issues={getIssues(error, 'input.clientLabel')}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={draft.enableSessionReplay}
          onChange={({ target }) => onChange({ enableSessionReplay: target.checked })}
        />
        Enable session replay
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={draft.verify}
          onChange={({ target }) => onChange({ verify: target.checked })}
        />
        Verify that the persona, voice and LLM exist
      </label>
    </fieldset>
  );
}
