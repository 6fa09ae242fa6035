import { Link } from 'wouter';
import {
  PersonaDocument,
  PersonasDocument,
  useDeletePersonaMutation,
  usePersonaPromptsQuery,
  usePersonaQuery,
  usePersonaRecordQuery,
  usePersonasQuery,
  useVoiceQuery,
} from '../../hooks/index.ts';
import { PersonaShareLinks } from '../share-link.tsx';
import { Card, Picture, type Setting, Settings } from '../shell/display.tsx';
import { DateTime, formatValue, nameRecord } from '../shell/format.tsx';
import { ListPage } from '../shell/list-page.tsx';
import { Section } from '../shell/page.tsx';
import { getRecordPath } from '../shell/query.ts';
import { RecordPage } from '../shell/record-page.tsx';
import { ToolList } from '../tool/tool.tsx';
import { PlayButton } from '../voice.tsx';
import {
  arePromptsHidden,
  DEFAULT_MODEL,
  HiddenPrompts,
  PERSONA,
  type Persona,
  type Prompts,
} from './form.tsx';

export const PersonasPage = () => (
  <ListPage
    {...PERSONA}
    lead="The personas that your users can talk to."
    placeholder="guide, tutor, …"
    document={PersonasDocument}
    useList={usePersonasQuery}
    layout="cards"
    renderItem={({ id, name, description, avatar }) => (
      <Card
        section="personas"
        name={nameRecord(name)}
        imageUrl={avatar?.imageUrl}
        {...{ id, description }}
      />
    )}
  />
);

/** Settings that the form does not edit, and that the page shows if they are set. */
const SETTINGS = {
  voiceSpeed: 'Speaking rate',
  voiceGenerationOptions: 'Voice',
  voiceDetectionOptions: 'Speech detection',
  enableAudioPassthrough: 'Audio passthrough',
  widgetConfig: 'Widget',
} as const satisfies { readonly [Name in keyof Persona]?: string };

const toWords = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns a value in words, with the set fields of an object; empty if nothing is set. */
function format(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return 'yes';
  if (Array.isArray(value)) return value.map(format).join(', ');
  if (typeof value !== 'object')
    return /^[A-Z_]+$/.test(String(value)) ? formatValue(String(value)) : String(value);
  return Object.entries(value)
    .map(([name, inner]) => [name, format(inner)] as const)
    .filter(([name, text]) => name !== '__typename' && text !== '')
    .map(([name, text]) => `${toWords(name)}: ${text}`)
    .join(', ');
}

/** Returns the settings that are set, as they are shown, with their labels. */
const listSet = (
  labels: Readonly<Record<string, string>>,
  record: object,
): Readonly<Record<string, Setting>> =>
  Object.fromEntries(
    Object.entries(labels)
      .map(([name, label]) => [name, { label, value: format(Reflect.get(record, name)) }] as const)
      .filter(([, { value }]) => value !== ''),
  );

const LABELS = {
  initialMessage: 'First message',
  personality: 'Personality',
  directorNotes: 'How the avatar acts',
} as const satisfies { readonly [Name in Exclude<keyof Prompts, 'id' | 'systemPrompt'>]: string };

const further = (prompts: Prompts | null) => Object.values(listSet(LABELS, prompts ?? {}));

/** The configuration of a persona, which requires additional scopes. */
function PersonaPrompts({ id }: { readonly id: string }) {
  const query = usePersonaPromptsQuery({ id });
  if (arePromptsHidden(query)) {
    return (
      <section>
        <h2>System prompt</h2>
        <HiddenPrompts />
      </section>
    );
  }
  return (
    <Section title="System prompt" query={query}>
      {({ persona }) => (
        <div className="stack">
          {persona?.systemPrompt ? (
            <blockquote className="prompt">{persona.systemPrompt}</blockquote>
          ) : (
            <p className="empty">None.</p>
          )}
          {further(persona).length > 0 && <Settings settings={further(persona)} />}
        </div>
      )}
    </Section>
  );
}

/** The fields that are shown elsewhere on the page, and those that only the raw JSON shows. */
type Elsewhere =
  | keyof typeof SETTINGS
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
      <Link href={getRecordPath('voices', id)}>{voice.displayName}</Link>
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
        <Link href={getRecordPath('avatars', avatar.id)}>{nameRecord(avatar.displayName)}</Link>
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
          <Link href={getRecordPath('llms', llm.id)}>{llmName}</Link>
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
      ...listSet(SETTINGS, persona),
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
        <Link href={`${getRecordPath('personas', id)}/edit`} className="button plain">
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

export const PersonaPage = ({ id }: { readonly id: string }) => (
  <RecordPage
    {...PERSONA}
    id={id}
    document={PersonaDocument}
    useRecord={usePersonaQuery}
    useRawJson={usePersonaRecordQuery}
    deletion={{ useDelete: useDeletePersonaMutation }}
    show={showPersona}
  />
);
