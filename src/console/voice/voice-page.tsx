import { Link } from 'wouter';
import { useVoiceQuery, VoiceDocument } from '../../hooks/index.ts';
import { isBuiltIn } from '../shell/built-in.ts';
import { DateTime } from '../shell/date-time.tsx';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { Page } from '../shell/page.tsx';
import { RecordDetails } from '../shell/record-details.tsx';
import { DeleteVoice } from './delete-voice.tsx';
import { EditVoice } from './edit-voice.tsx';
import { PlayButton } from './play-button.tsx';

/** The page of one voice. */
export function VoicePage({ id }: { readonly id: string }) {
  const query = useVoiceQuery({ id });
  const voice = query.data?.voice;
  const parent = { href: '/voices', name: 'Voices' };
  if (!voice) return <NotFoundPage kind="voice" id={id} parent={parent} query={query} />;
  const { displayName, description, language, provider, sampleUrl } = voice;
  const canChange = !isBuiltIn(voice.record);
  return (
    <Page
      title={displayName ?? 'Unnamed'}
      lead={description}
      parent={parent}
      actions={
        <>
          <ExplorerLink document={VoiceDocument} variables={{ id }} />
          {canChange && <DeleteVoice voice={voice} />}
          <Link href={`/personas/new?voice=${encodeURIComponent(id)}`} className="button">
            Create a persona with this voice
          </Link>
        </>
      }
    >
      <dl className="settings">
        <dt>Sample</dt>
        <dd>
          {sampleUrl ? <PlayButton src={sampleUrl} name={displayName ?? 'the sample'} /> : 'none'}
        </dd>
        <dt>Kind</dt>
        <dd>{canChange ? 'custom' : 'built-in'}</dd>
        <dt>Language</dt>
        <dd>{language ?? 'unknown'}</dd>
        <dt>Provider</dt>
        <dd>{provider ?? 'unknown'}</dd>
        <dt>Created</dt>
        <dd>
          <DateTime at={voice.createdAt} />
        </dd>
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      {canChange && <EditVoice key={id} voice={voice} />}
      <RecordDetails record={voice.record} />
    </Page>
  );
}
