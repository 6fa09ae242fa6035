import { Link } from 'wouter';
import { SessionsDocument, useSessionsQuery } from '../../hooks/index.ts';
import { PersonaField } from '../persona/persona-field.tsx';
import { TextField } from '../shell/controls.tsx';
import { ListPage } from '../shell/list-page.tsx';
import { RunningSessions } from './running-sessions.tsx';
import { SessionEntry } from './session-entry.tsx';

/** Lists sessions, the newest first. */
export const SessionsPage = () => (
  <ListPage
    title="Sessions"
    noun="session"
    lead="Conversations of clients with your personas."
    searchLabel="Search sessions"
    placeholder="label, id, …"
    document={SessionsDocument}
    useList={useSessionsQuery}
    read={({ sessions }) => sessions}
    filters={['personaId', 'apiKeyId']}
    renderFilters={(field) => (
      <>
        <PersonaField {...field('personaId')} />
        <TextField
          label="API key"
          hint="Id of the API key that created the session tokens; not the key."
          isCode
          {...field('apiKeyId')}
        />
      </>
    )}
    canCreate={false}
    actions={
      <Link href="/sessions/statistics" className="button plain">
        Statistics
      </Link>
    }
    whenEmpty={
      <>
        <p>A session starts when a client uses a session token.</p>
        <div>
          <Link href="/tokens/new" className="button">
            Create session token
          </Link>
        </div>
      </>
    }
    renderItem={(session) => <SessionEntry session={session} />}
  >
    <RunningSessions />
  </ListPage>
);
