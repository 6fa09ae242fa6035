import { Link } from 'wouter';
import { useDeleteVoiceMutation, useVoiceQuery, VoiceDocument } from '../../hooks/index.ts';
import { isBuiltIn } from '../shell/built-in.ts';
import { DateTime } from '../shell/date-time.tsx';
import { DeleteRecord } from '../shell/delete-record.tsx';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { Page } from '../shell/page.tsx';
import { RecordDetails } from '../shell/record-details.tsx';
import { type Setting, Settings } from '../shell/settings.tsx';
import { EditVoice } from './edit-voice.tsx';
import { PlayButton } from './play-button.tsx';
import type { Voice, VoiceDraft } from './voice-draft.ts';

/** The fields of the title and the form, and those that only the raw JSON shows. */
type Elsewhere =
  | keyof VoiceDraft
  | 'id'
  | 'providerVoiceId'
  | 'displayTags'
  | 'isZdr'
  | 'updatedAt'
  | 'record';

/** The page of one voice. */
export function VoicePage({ id }: { readonly id: string }) {
  const query = useVoiceQuery({ id });
  const voice = query.data?.voice;
  const parent = { href: '/voices', name: 'Voices' };
  if (!voice) return <NotFoundPage kind="voice" id={id} parent={parent} query={query} />;
  const { displayName, description, language, provider, sampleUrl } = voice;
  const canChange = !isBuiltIn(voice.record);
  const settings: Readonly<Record<Exclude<keyof Voice, Elsewhere>, Setting>> = {
    sampleUrl: {
      label: 'Sample',
      value: sampleUrl ? <PlayButton src={sampleUrl} name={displayName ?? 'the sample'} /> : 'none',
    },
    createdByOrganizationId: { label: 'Kind', value: canChange ? 'custom' : 'built-in' },
    language: { label: 'Language', value: language ?? 'unknown' },
    provider: { label: 'Provider', value: provider ?? 'unknown' },
    createdAt: { label: 'Created', value: <DateTime at={voice.createdAt} /> },
  };
  return (
    <Page
      title={displayName ?? 'Unnamed'}
      lead={description}
      parent={parent}
      actions={
        <>
          <ExplorerLink document={VoiceDocument} variables={{ id }} />
          {canChange && (
            <DeleteRecord
              {...{ id, name: displayName, noun: 'voice', type: 'Voice', path: '/voices' }}
              warning="Personas that use it keep its id."
              useDelete={useDeleteVoiceMutation}
              query={useVoiceQuery}
            />
          )}
          <Link href={`/personas/new?voice=${encodeURIComponent(id)}`} className="button">
            Create a persona with this voice
          </Link>
        </>
      }
    >
      <Settings id={id} settings={Object.values(settings)} />
      {canChange && <EditVoice key={id} voice={voice} />}
      <RecordDetails record={voice.record} />
    </Page>
  );
}
