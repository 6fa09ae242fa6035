import { Link } from 'wouter';
import { useVoiceQuery } from '../../hooks/index.ts';
import { PlayButton } from './play-button.tsx';

/** A voice's name with its sample; its id if the upstream does not know it. */
export function VoiceName({ id }: { readonly id: string }) {
  const { data } = useVoiceQuery({ id });
  const voice = data?.voice;
  if (!voice?.displayName) return <code>{id}</code>;
  return (
    <span className="row">
      <Link href={`/voices/${encodeURIComponent(id)}`}>{voice.displayName}</Link>
      {voice.sampleUrl && <PlayButton src={voice.sampleUrl} name={voice.displayName} />}
    </span>
  );
}
