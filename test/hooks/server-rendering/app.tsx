import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import {
  type Client,
  ClientProvider,
  queryDefaults,
  useAvatarQuery,
  useSuspenseToolQuery,
} from '../../../src/hooks/index.ts';

/** The values of a page that the server passes to the browser. */
export interface PageProps {
  readonly client: Client;
  readonly queryClient: QueryClient;
}

/** Fetched data is fresh until the browser has it. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      ...queryDefaults,
      queries: { ...queryDefaults.queries, staleTime: 60_000 },
    },
  });

/** Fetched while the page is streamed. */
function Tool() {
  const { data, refetch } = useSuspenseToolQuery({ id: 't1' });
  return (
    <p>
      Tool of <b id="tool">{data.tool?.name}</b>
      <button type="button" onClick={() => refetch()}>
        Refetch
      </button>
    </p>
  );
}

/** Fetched by the loader, before the page is rendered. */
function Avatar() {
  const { data } = useAvatarQuery({ id: 'a1' });
  return (
    <p>
      Avatar of <b id="avatar">{data?.avatar?.displayName}</b>
    </p>
  );
}

/** The page of one user. */
export const Page = ({ client, queryClient }: PageProps) => (
  <StrictMode>
    <html lang="en">
      <head>
        <title>One user</title>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <ClientProvider client={client}>
          <QueryClientProvider client={queryClient}>
            <Avatar />
            <Suspense fallback={<p>Loading the tool</p>}>
              <Tool />
            </Suspense>
          </QueryClientProvider>
        </ClientProvider>
      </body>
    </html>
  </StrictMode>
);
