import { Link } from 'wouter';
import * as api from '../../hooks/index.ts';
import { PersonaShareLinks } from '../share-link.tsx';
import { Picture, Settings } from '../shell/display.tsx';
import { DateTime, formatValue, nameRecord } from '../shell/format.tsx';
import { getRecordPath } from '../shell/operations.ts';
import { Section } from '../shell/page.tsx';
import { PlayButton } from '../shell/play-button.tsx';
import { defineResource } from '../shell/resource.ts';
import { PersonaTools } from '../tool/tool.tsx';
import { CREATION, HiddenPrompts, type Persona } from './form.tsx';
import { PERSONAS } from './kind.tsx';

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

/** How a persona is made, which requires additional scopes. */
function PersonaPrompts({ id }: { readonly id: string }) {
  const query = api.usePersonaPromptsQuery({ id });
  return (
    <Section title="System prompt" query={query} hidden={<HiddenPrompts />}>
      {({ persona }) => (
        <div className="stack">
          {persona?.systemPrompt ? (
            <blockquote className="prompt">{persona.systemPrompt}</blockquote>
          ) : (
            <p className="empty">None.</p>
          )}
          <Settings
            settings={{
              'First message': persona?.initialMessage,
              Personality: persona?.personality,
              'How the avatar acts': format(persona?.directorNotes),
            }}
          />
        </div>
      )}
    </Section>
  );
}

/** What is shown for a setting that the persona does not have. */
const DEFAULT = "the service's default";

/** A voice's name with its sample; its id if the upstream does not know it. */
function VoiceName({ id }: { readonly id: string }) {
  const { data } = api.useVoiceQuery({ id });
  const voice = data?.voice;
  if (!voice?.displayName) return <code>{id}</code>;
  return (
    <span className="row">
      <Link href={getRecordPath('voices', id)}>{voice.displayName}</Link>
      {voice.sampleUrl && <PlayButton src={voice.sampleUrl} name={voice.displayName} />}
    </span>
  );
}

/** The name of a persona's LLM; its id if the upstream does not know it. */
function LlmName({ llm, llmId }: Pick<Persona, 'llm' | 'llmId'>) {
  const name = llm?.displayName ?? llm?.description;
  if (llm && name) return <Link href={getRecordPath('llms', llm.id)}>{name}</Link>;
  return llmId ? <code>{llmId}</code> : DEFAULT;
}

/** The settings in the order of the page. Those that the form does not edit are shown if they are set. */
function listSettings(persona: Persona) {
  const { id, avatar, voiceId } = persona;
  return {
    Avatar: avatar ? (
      <Link href={getRecordPath('avatars', avatar.id)}>{nameRecord(avatar.displayName)}</Link>
    ) : (
      (persona.avatarId ?? 'none')
    ),
    'Avatar model': persona.avatarModel ?? "The avatar's default",
    Voice: voiceId ? <VoiceName id={voiceId} /> : DEFAULT,
    'Language model': <LlmName {...persona} />,
    Language: persona.languageCode ?? DEFAULT,
    Greeting: persona.skipGreeting ? 'skipped' : 'spoken when a session starts',
    'Interrupting the greeting': persona.uninterruptibleGreeting ? 'not allowed' : 'allowed',
    'Zero data retention': persona.zeroDataRetention ? 'on' : 'off',
    Created: <DateTime at={persona.createdAt} />,
    'Speaking rate': persona.voiceSpeed,
    'Voice options': format(persona.voiceGenerationOptions),
    'Speech detection': format(persona.voiceDetectionOptions),
    'Audio passthrough': format(persona.enableAudioPassthrough),
    Widget: format(persona.widgetConfig),
    Sessions: <Link href={`/sessions?personaId=${encodeURIComponent(id)}`}>Show sessions</Link>,
    Meetings: (
      <Link href={`/meetings/new?persona=${encodeURIComponent(id)}`}>Invite to a meeting</Link>
    ),
  };
}

export const PERSONA = defineResource({
  ...PERSONAS,
  lead: 'The personas that your users can talk to.',
  placeholder: 'guide, tutor, …',
  create: CREATION,
  record: api.PersonaDocument,
  raw: api.PersonaRecordDocument,
  show: (persona) => {
    const { id, name, description, avatar, toolIds } = persona;
    return {
      title: name,
      lead: description,
      picture: (
        <Picture
          src={avatar?.imageUrl}
          alt={avatar?.displayName ? `The avatar ${avatar.displayName}` : ''}
          name={name}
        />
      ),
      settings: listSettings(persona),
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
          {toolIds && toolIds.length > 0 && <PersonaTools ids={toolIds} />}
          <PersonaShareLinks personaId={id} />
        </>
      ),
    };
  },
  remove: api.DeletePersonaDocument,
});
