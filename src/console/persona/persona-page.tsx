import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { PersonaDocument, usePersonaQuery } from '../../hooks/index.ts';
import { Picture } from '../avatar/picture.tsx';
import { DateTime } from '../shell/date-time.tsx';
import { ExplorerLink } from '../shell/explorer-link.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { Page } from '../shell/page.tsx';
import { RecordDetails } from '../shell/record-details.tsx';
import { ToolList } from '../tool/tool-list.tsx';
import { VoiceName } from '../voice/voice-name.tsx';
import { DEFAULT_MODEL } from './avatar-model-field.tsx';
import { DeletePersona } from './delete-persona.tsx';
import { FurtherSettings } from './further-settings.tsx';
import type { Persona, PersonaDraft } from './persona-draft.ts';

/** The fields that the page shows as a setting. The others have a place of their own. */
type Setting = Exclude<keyof PersonaDraft, 'name' | 'description' | 'systemPrompt' | 'toolIds'>;

function Settings({ persona }: { readonly persona: Persona }) {
  const { avatar, avatarId, avatarModelName, llm, llmId, voiceId, skipGreeting } = persona;
  const llmName = llm?.displayName ?? llm?.description;
  /** In the order of the page. The compiler reports a missing one. */
  const settings: Readonly<Record<Setting, { label: string; value: ReactNode }>> = {
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
    avatarModelName: { label: 'Avatar model', value: avatarModelName ?? DEFAULT_MODEL },
    voiceId: {
      label: 'Voice',
      value: voiceId ? <VoiceName id={voiceId} /> : 'default of the upstream',
    },
    llmId: {
      label: 'Language model',
      value:
        llmName && llm ? (
          <Link href={`/llms/${encodeURIComponent(llm.id)}`}>{llmName}</Link>
        ) : llmId ? (
          <code>{llmId}</code>
        ) : (
          'default of the upstream'
        ),
    },
    languageCode: { label: 'Language', value: persona.languageCode ?? 'default of the upstream' },
    initialMessage: { label: 'First message', value: persona.initialMessage ?? 'none' },
    skipGreeting: {
      label: 'Greeting',
      value: skipGreeting ? 'skipped' : 'spoken when a session starts',
    },
    uninterruptibleGreeting: {
      label: 'Interruptions of the greeting',
      value: persona.uninterruptibleGreeting ? 'ignored' : 'possible',
    },
    zeroDataRetention: {
      label: 'Zero data retention',
      value: persona.zeroDataRetention ? 'on' : 'off',
    },
  };
  return (
    <dl className="settings">
      {Object.entries(settings).map(([name, { label, value }]) => (
        <Fragment key={name}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
      <FurtherSettings persona={persona} />
      <dt>Created</dt>
      <dd>
        <DateTime at={persona.createdAt} />
      </dd>
      <dt>Id</dt>
      <dd>
        <code>{persona.id}</code>
      </dd>
    </dl>
  );
}

/** The page of one persona. */
export function PersonaPage({ id }: { readonly id: string }) {
  const query = usePersonaQuery({ id });
  const persona = query.data?.persona;
  const parent = { href: '/', name: 'Personas' };
  if (!persona) return <NotFoundPage kind="persona" id={id} parent={parent} query={query} />;
  const toolIds = persona.toolIds ?? [];
  return (
    <Page
      title={persona.name ?? 'Unnamed'}
      lead={persona.description}
      parent={parent}
      actions={
        <>
          <ExplorerLink document={PersonaDocument} variables={{ id }} />
          <DeletePersona persona={persona} />
          <Link href={`/personas/${encodeURIComponent(id)}/edit`} className="button plain">
            Edit
          </Link>
          <Link href={`/tokens/new?persona=${encodeURIComponent(id)}`} className="button">
            Create session token
          </Link>
        </>
      }
    >
      <div className="beside">
        <Picture
          src={persona.avatar?.imageUrl}
          alt={persona.avatar?.displayName ? `The avatar ${persona.avatar.displayName}` : ''}
          name={persona.name}
        />
        <div className="stack">
          <Settings persona={persona} />
          <section>
            <h2>System prompt</h2>
            {persona.systemPrompt ? (
              <blockquote className="prompt">{persona.systemPrompt}</blockquote>
            ) : (
              <p className="empty">None.</p>
            )}
          </section>
          {toolIds.length > 0 && (
            <section>
              <h2>Tools</h2>
              <ToolList ids={toolIds} />
            </section>
          )}
          <RecordDetails record={persona.record} />
        </div>
      </div>
    </Page>
  );
}
