import { Link } from 'wouter';
import {
  PersonaDocument,
  useDeletePersonaMutation,
  usePersonaQuery,
  usePersonaRecordQuery,
  useVoiceQuery,
} from '../../hooks/index.ts';
import { PersonaShareLinks } from '../share-link/persona-share-links.tsx';
import { Picture, type Setting } from '../shell/display.tsx';
import { DateTime } from '../shell/format.tsx';
import { useRefresh } from '../shell/query.ts';
import { RecordPage } from '../shell/record-page.tsx';
import { ToolList } from '../tool/tool.tsx';
import { PlayButton } from '../voice.tsx';
import { DEFAULT_MODEL } from './avatar-model-field.tsx';
import { type FurtherSetting, listFurtherSettings } from './further-settings.ts';
import type { Persona } from './persona-draft.ts';
import { PersonaPrompts } from './persona-prompts.tsx';

/** The fields with a place of their own, and those that only the raw JSON shows. */
type Elsewhere =
  | FurtherSetting
  | 'id'
  | 'name'
  | 'description'
  | 'toolIds'
  | 'avatar'
  | 'shareLinks'
  | 'llm'
  | 'updatedAt';

/** What is shown for a setting that the persona does not have. */
const DEFAULT = "the service's default";

/** A voice's name with its sample; its id if the upstream does not know it. */
function VoiceName({ id }: { readonly id: string }) {
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

/** Creates the settings, in the order of the page. The compiler reports a field that is missing. */
function listSettings(
  persona: Persona,
): Readonly<Record<Exclude<keyof Persona, Elsewhere>, Setting>> {
  const { avatar, avatarId, avatarModel, llm, llmId, voiceId, skipGreeting } = persona;
  const llmName = llm?.displayName ?? llm?.description;
  return {
    avatarId: {
      label: 'Avatar',
      value: avatar ? (
        <Link href={`/avatars/${encodeURIComponent(avatar.id)}`}>
          {avatar.displayName ?? avatar.id}
        </Link>
      ) : (
        (avatarId ?? 'none')
      ),
    },
    avatarModel: { label: 'Avatar model', value: avatarModel ?? DEFAULT_MODEL },
    voiceId: {
      label: 'Voice',
      value: voiceId ? <VoiceName id={voiceId} /> : DEFAULT,
    },
    llmId: {
      label: 'Language model',
      value:
        llmName && llm ? (
          <Link href={`/llms/${encodeURIComponent(llm.id)}`}>{llmName}</Link>
        ) : llmId ? (
          <code>{llmId}</code>
        ) : (
          DEFAULT
        ),
    },
    languageCode: { label: 'Language', value: persona.languageCode ?? DEFAULT },
    skipGreeting: {
      label: 'Greeting',
      value: skipGreeting ? 'skipped' : 'spoken when a session starts',
    },
    uninterruptibleGreeting: {
      label: 'Interrupting the greeting',
      value: persona.uninterruptibleGreeting ? 'not allowed' : 'allowed',
    },
    zeroDataRetention: {
      label: 'Zero data retention',
      value: persona.zeroDataRetention ? 'on' : 'off',
    },
    createdAt: { label: 'Created', value: <DateTime at={persona.createdAt} /> },
  };
}

function showPersona(persona: Persona) {
  const { id, name, avatar } = persona;
  const toolIds = persona.toolIds ?? [];
  return {
    title: name,
    lead: persona.description,
    picture: (
      <Picture
        src={avatar?.imageUrl}
        alt={avatar?.displayName ? `The avatar ${avatar.displayName}` : ''}
        name={name}
      />
    ),
    settings: {
      ...listSettings(persona),
      ...listFurtherSettings(persona),
      sessions: {
        label: 'Sessions',
        value: <Link href={`/sessions?personaId=${encodeURIComponent(id)}`}>Show sessions</Link>,
      },
      meetings: {
        label: 'Meetings',
        value: (
          <Link href={`/meetings/new?persona=${encodeURIComponent(id)}`}>Invite to a meeting</Link>
        ),
      },
    },
    actions: (
      <>
        <Link href={`/personas/${encodeURIComponent(id)}/edit`} className="button plain">
          Edit
        </Link>
        <Link href={`/tokens/new?persona=${encodeURIComponent(id)}`} className="button">
          Create session token
        </Link>
      </>
    ),
    content: (
      <>
        <PersonaPrompts id={id} />
        {toolIds.length > 0 && (
          <section>
            <h2>Tools</h2>
            <ToolList ids={toolIds} />
          </section>
        )}
        <PersonaShareLinks personaId={id} />
      </>
    ),
  };
}

export function PersonaPage({ id }: { readonly id: string }) {
  const refresh = useRefresh();
  return (
    <RecordPage
      id={id}
      noun="persona"
      parent={{ href: '/', name: 'Personas' }}
      document={PersonaDocument}
      useRecord={usePersonaQuery}
      useRawJson={usePersonaRecordQuery}
      read={({ persona }) => persona}
      deletion={{
        type: 'Persona',
        useDelete: useDeletePersonaMutation,
        // Tools show how many personas use them.
        onDeleted: () => refresh('Tool'),
      }}
      show={showPersona}
    />
  );
}
