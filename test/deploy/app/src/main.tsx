import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  type AnyApiError,
  type CreateSessionTokenInput,
  configureHooks,
  useCreateSessionTokenMutation,
  useInfinitePersonasConnectionQuery,
  usePersonasQuery,
} from 'avatar-graphql/hooks';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

configureHooks({ url: '/graphql', headers: async () => ({ 'x-request-id': 'fresh-app-1' }) });

const explain = (error: AnyApiError): string =>
  error.code === 'BAD_USER_INPUT'
    ? error.issues.map(({ message }) => message).join()
    : error.message;

function Personas() {
  const { data, error } = usePersonasQuery({ perPage: 5, name: 'guide' });
  const mint = useCreateSessionTokenMutation();
  const input = (personaId: string): CreateSessionTokenInput => ({ personaConfig: { personaId } });
  if (error) return <p>{explain(error)}</p>;
  return (
    <ul>
      {data?.personas.items.map(({ id, name, avatar }) => (
        <li key={id}>
          <img src={avatar?.imageUrl ?? ''} alt="" />
          <button type="button" onClick={() => mint.mutate({ input: input(id) })}>
            {name}
          </button>
        </li>
      ))}
      <li role="status">{mint.data?.createSessionToken?.type}</li>
    </ul>
  );
}

function EveryPersona() {
  const { data, fetchNextPage, hasNextPage } = useInfinitePersonasConnectionQuery(
    { first: 5 },
    {
      queryKey: ['a key of my own'],
      initialPageParam: {},
      getNextPageParam: ({ personasConnection: { pageInfo } }) =>
        pageInfo.hasNextPage ? { after: pageInfo.endCursor } : undefined,
    },
  );
  const nodes = data?.pages.flatMap((page) => page.personasConnection.nodes) ?? [];
  return (
    <section aria-label="Every persona">
      <ol>
        {nodes.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ol>
      {hasNextPage && (
        <button type="button" onClick={() => fetchNextPage()}>
          More
        </button>
      )}
    </section>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <Personas />
        <EveryPersona />
      </QueryClientProvider>
    </StrictMode>,
  );
}
