import { Link } from 'wouter';
import * as api from '../../hooks/index.ts';
import { MAX_IDS } from '../constants.ts';
import { PersonaShareLinks } from '../share-link.tsx';
import { Picture, RecordLink, Settings } from '../shell/display.tsx';
import { DateTime, formatOptions } from '../shell/format.tsx';
import { getRecordPath } from '../shell/operations.ts';
import { Related, Section } from '../shell/page.tsx';
import { PlayButton } from '../shell/play-button.tsx';
import { defineResource } from '../shell/resource.ts';
import { TOOL } from '../tool/tool.tsx';
import { CREATION, type Persona } from './form.tsx';
import { PERSONAS } from './kind.ts';

/** How a persona is made, which requires additional scopes. */
function PersonaPrompts({ id }: { readonly id: string }) {
  const query = api.usePersonaPromptsQuery({ id });
  return (
    <Section title="System prompt" query={query}>
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
              'How the avatar acts': formatOptions(persona?.directorNotes),
            }}
          />
        </div>
      )}
    </Section>
  );
}

/** The tools of a persona, without those that no longer exist. */
function PersonaTools({ ids }: { readonly ids: readonly string[] }) {
  const query = api.useToolsByIdsQuery({ ids: ids.slice(0, MAX_IDS) });
  const find = ({ toolsByIds }: api.ToolsByIdsQuery) => toolsByIds?.filter((tool) => tool !== null);
  return <Related title="Tools" {...{ query, find }} kind={TOOL} missing="They no longer exist." />;
}

/** What is shown for a setting that the persona does not have. */
const DEFAULT = "the service's default";

/** A voice's name with its sample; its id if the upstream does not know it. */
function VoiceName({ id }: { readonly id: string }) {
  const voice = api.useVoiceQuery({ id }).data?.voice;
  if (!voice?.displayName) return <code>{id}</code>;
  return (
    <span className="row">
      <RecordLink path="voices" id={id} name={voice.displayName} />
      {voice.sampleUrl && <PlayButton src={voice.sampleUrl} name={voice.displayName} />}
    </span>
  );
}

/** The name of a persona's LLM; its id if the upstream does not know it. */
function LlmName({ llm, llmId }: Pick<Persona, 'llm' | 'llmId'>) {
  const name = llm?.displayName ?? llm?.description;
  if (llm && name) return <RecordLink path="llms" id={llm.id} name={name} />;
  return llmId ? <code>{llmId}</code> : DEFAULT;
}

export const PERSONA = defineResource({
  ...PERSONAS,
  lead: 'The personas that your users can talk to.',
  create: CREATION,
  record: api.PersonaDocument,
  raw: api.PersonaRecordDocument,
  show: ({
    id,
    name,
    description,
    avatar,
    avatarId,
    toolIds,
    voiceId,
    llm,
    llmId,
    ...persona
  }) => ({
    title: name,
    lead: description,
    picture: (
      <Picture
        src={avatar?.imageUrl}
        alt={avatar?.displayName ? `The avatar ${avatar.displayName}` : ''}
        name={name}
      />
    ),
    settings: {
      Avatar: avatar ? (
        <RecordLink path="avatars" id={avatar.id} name={avatar.displayName} />
      ) : (
        (avatarId ?? 'none')
      ),
      'Avatar model': persona.avatarModel ?? "The avatar's default",
      Voice: voiceId ? <VoiceName id={voiceId} /> : DEFAULT,
      'Language model': <LlmName llm={llm} llmId={llmId} />,
      Language: persona.languageCode ?? DEFAULT,
      Greeting: persona.skipGreeting ? 'skipped' : 'spoken when a session starts',
      'Interrupting the greeting': persona.uninterruptibleGreeting ? 'not allowed' : 'allowed',
      'Zero data retention': persona.zeroDataRetention ? 'on' : 'off',
      'Speaking rate': persona.voiceSpeed,
      'Voice options': formatOptions(persona.voiceGenerationOptions),
      'Speech detection': formatOptions(persona.voiceDetectionOptions),
      'Audio passthrough': formatOptions(persona.enableAudioPassthrough),
      Widget: formatOptions(persona.widgetConfig),
      Created: <DateTime at={persona.createdAt} />,
      Sessions: <Link href={`/sessions?personaId=${encodeURIComponent(id)}`}>Show sessions</Link>,
      Meetings: (
        <Link href={`/meetings/new?persona=${encodeURIComponent(id)}`}>Invite to a meeting</Link>
      ),
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
        {toolIds && toolIds.length > 0 && <PersonaTools ids={toolIds} />}
        <PersonaShareLinks personaId={id} />
      </>
    ),
  }),
  remove: api.DeletePersonaDocument,
});
