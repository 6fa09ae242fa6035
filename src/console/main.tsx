import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ClientProvider, createClient, queryDefaults } from '../hooks/index.ts';
import { App } from './app.tsx';
import { applyTheme } from './shell/frame.tsx';
import { endpoint } from './shell/server.ts';
import { onCredentialChange } from './sign-in/credential.ts';
import { getToken, refreshRejected } from './sign-in/renewal.ts';
import { completeSignIn } from './sign-in/sign-in.ts';
import './style/index.css';

applyTheme();
// A page that is loaded again does not say again what has succeeded before.
if (history.state?.notice) history.replaceState(null, '');
completeSignIn();
const client = createClient({
  url: endpoint,
  headers: async (): Promise<Record<string, string>> => {
    const token = await getToken();
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  },
  onUnauthenticated: refreshRejected,
});

// Data is fresh for 30 s, and transient errors are retried once.
const queryClient: QueryClient = new QueryClient({
  // What a change succeeds in is shown everywhere before it counts as done.
  mutationCache: new MutationCache({
    onSettled: (_data, error) => (error ? undefined : queryClient.invalidateQueries()),
  }),
  defaultOptions: {
    ...queryDefaults,
    queries: {
      ...queryDefaults.queries,
      staleTime: 30_000,
      retry: (failures, error) => failures < 1 && queryDefaults.queries.retry(failures, error),
      refetchOnWindowFocus: false,
    },
    // A result may have a secret, which only its page keeps.
    mutations: { ...queryDefaults.mutations, gcTime: 0 },
  },
});
// Discard the data of the previous credential.
onCredentialChange((isSameCaller) => {
  if (!isSameCaller) void queryClient.resetQueries();
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
createRoot(root).render(
  <StrictMode>
    <ClientProvider client={client}>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </ClientProvider>
  </StrictMode>,
);
