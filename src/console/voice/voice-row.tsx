import { Link } from 'wouter';
import type { VoiceFieldsFragment } from '../../hooks/index.ts';
import { PlayButton } from './play-button.tsx';

/** A voice in a list, linked to its page, with its sample. */
export function VoiceRow({ voice }: { readonly voice: VoiceFieldsFragment }) {
  const { id, displayName, language, description, sampleUrl } = voice;
  return (
    <li className="row">
      <Link href={`/voices/${encodeURIComponent(id)}`} className="entry voice">
        <strong>{displayName ?? id}</strong>
        {language && <span className="badge">{language}</span>}
        {description && <span className="description">{description}</span>}
      </Link>
      {sampleUrl && <PlayButton src={sampleUrl} name={displayName ?? id} />}
    </li>
  );
}
