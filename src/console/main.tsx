import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ClientProvider, createClient, queryDefaults } from '../hooks/index.ts';
import { App } from './app.tsx';
import { getCredential, onCredentialChange } from './shell/credentials.tsx';
import { applyTheme } from './shell/frame.tsx';
import { endpoint } from './shell/server.ts';
import './style/index.css';

applyTheme();
const client = createClient({
  url: endpoint,
  headers: (): Record<string, string> => {
    const credential = getCredential();
    return credential ? { authorization: `Bearer ${credential}` } : {};
  },
});

// Data is fresh for 30 s, and transient errors are retried once.
const queryClient = new QueryClient({
  defaultOptions: {
    ...queryDefaults,
    queries: {
      ...queryDefaults.queries,
      staleTime: 30_000,
      retry: (failures, error) => failures < 1 && queryDefaults.queries.retry(failures, error),
      refetchOnWindowFocus: false,
    },
  },
});
// Discard the data of the previous credential.
onCredentialChange(() => queryClient.resetQueries());

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
createRoot(root).render(
  <StrictMode>
    <ClientProvider client={client}>
      <QueryClientProvider client={queryClient}>
        {/* The content security policy allows no style elements. */}
        <CSPProvider disableStyleElements>
          <App />
        </CSPProvider>
      </QueryClientProvider>
    </ClientProvider>
  </StrictMode>,
);
