import { Link } from 'wouter';
import { useSessionQuery } from '../../hooks/index.ts';
import { getRecordPath } from '../shell/query.ts';
import { CodeTabs } from './code-tabs.tsx';
import { createCommands } from './snippets.ts';

/** How often the page looks whether the session has started, in milliseconds. */
const INTERVAL = 2_000;

/** Returns the id of the session that a token of the built-in avatar service starts; undefined for a legacy token. */
function readSessionId(token: string): string | undefined {
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  const { sessionId }: { readonly sessionId?: unknown } = JSON.parse(atob(payload));
  return typeof sessionId === 'string' ? sessionId : undefined;
}

/** The command that plays a session of a token, and a link to the session once it has started. */
export function PlaySession({ token }: { readonly token: string }) {
  const id = readSessionId(token) ?? '';
  const { data } = useSessionQuery(
    { id },
    {
      enabled: id !== '',
      // Errors end it, such as a missing scope.
      refetchInterval: ({ state }) => (state.data?.session || state.error ? false : INTERVAL),
    },
  );
  if (id === '') return null;
  return (
    <section aria-labelledby="play">
      <h2 id="play">Play a session</h2>
      <p className="hint">
        The built-in avatar service has no engine, but it plays a short conversation from a script.
        Run this where the API runs, with its settings:
      </p>
      <CodeTabs label="Play a session" snippets={createCommands(token)} />
      <p role="status">
        {data?.session ? (
          <Link href={getRecordPath('sessions', id)} className="button">
            {data.session.isLive ? 'Watch the session' : 'Show the session'}
          </Link>
        ) : (
          <span className="hint">The session has not started yet.</span>
        )}
      </p>
    </section>
  );
}
