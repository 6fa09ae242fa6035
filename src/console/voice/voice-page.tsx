import { Link } from 'wouter';
import {
  useDeleteVoiceMutation,
  useVoiceQuery,
  useVoiceRecordQuery,
  VoiceDocument,
} from '../../hooks/index.ts';
import type { Setting } from '../shell/display.tsx';
import { DateTime, formatValue } from '../shell/format.tsx';
import { RecordPage } from '../shell/record-page.tsx';
import { EditVoice } from './edit-voice.tsx';
import { PlayButton } from './play-button.tsx';
import type { Voice, VoiceDraft } from './voice-draft.ts';

/** The fields of the title and the form, and those that only the raw JSON shows. */
type Elsewhere =
  | keyof VoiceDraft
  | 'id'
  | 'providerVoiceId'
  | 'displayTags'
  | 'zeroDataRetention'
  | 'organizationId'
  | 'updatedAt';

function showVoice(voice: Voice) {
  const { id, displayName, description, language, provider, sampleUrl } = voice;
  const canChange = !voice.isBuiltIn;
  const settings: Readonly<Record<Exclude<keyof Voice, Elsewhere>, Setting>> = {
    sampleUrl: {
      label: 'Sample',
      value: sampleUrl ? <PlayButton src={sampleUrl} name={displayName ?? 'the sample'} /> : 'none',
    },
    isBuiltIn: { label: 'Kind', value: canChange ? 'custom' : 'built-in' },
    language: { label: 'Language', value: language ?? 'unknown' },
    provider: { label: 'Provider', value: formatValue(provider) },
    createdAt: { label: 'Created', value: <DateTime at={voice.createdAt} /> },
  };
  return {
    title: displayName,
    lead: description,
    settings,
    canDelete: canChange,
    warning: 'Personas that use it keep its id.',
    actions: (
      <Link href={`/personas/new?voice=${encodeURIComponent(id)}`} className="button">
        Create a persona with this voice
      </Link>
    ),
    content: canChange && <EditVoice key={id} voice={voice} />,
  };
}

export const VoicePage = ({ id }: { readonly id: string }) => (
  <RecordPage
    id={id}
    noun="voice"
    parent={{ href: '/voices', name: 'Voices' }}
    document={VoiceDocument}
    useRecord={useVoiceQuery}
    useRawJson={useVoiceRecordQuery}
    read={({ voice }) => voice}
    deletion={{ type: 'Voice', useDelete: useDeleteVoiceMutation }}
    show={showVoice}
  />
);
