import {
  useCreateSessionTokenMutation,
  useInfinitePersonasQuery,
  useViewerQuery,
} from 'avatar-graphql-hooks';
import { useDeferredValue, useState } from 'react';

/** Lists and searches personas. A click creates a session token for the persona, if the policy allows it. */
export function Personas() {
  const [text, setText] = useState('');
  const name = useDeferredValue(text);
  const list = useInfinitePersonasQuery({ first: 10, search: name });
  const personas = list.data?.pages.flatMap((page) => page.personas?.nodes ?? []);
  const viewer = useViewerQuery();
  const mint = viewer.data?.viewer?.mint;
  const createToken = useCreateSessionTokenMutation({ onSettled: () => viewer.refetch() });
  const session = createToken.data?.createSessionToken?.token;
  const error = list.error ?? createToken.error;
  return (
    <section aria-label="Personas">
      <input
        type="search"
        aria-label="Search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error && <p role="alert">{error.message}</p>}
      {mint?.reason && <p role="note">{`${mint.reason}: wait ${mint.retryAfterSeconds} s`}</p>}
      <ul>
        {personas?.map((persona) => (
          <li key={persona.id}>
            <button
              type="button"
              disabled={mint?.allowed === false}
              onClick={() =>
                createToken.mutate({ input: { personaConfig: { personaId: persona.id } } })
              }
            >
              {persona.name}
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <button type="button" onClick={() => list.fetchNextPage()}>
          More
        </button>
      )}
      {session && <output>Session token: {session.sessionToken}</output>}
    </section>
  );
}
