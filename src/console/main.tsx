import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ClientProvider, createClient } from '../hooks/index.ts';
import { App } from './app.tsx';
import { getCredential, onCredentialChange } from './shell/credential.ts';
import { createQueryClient } from './shell/query-client.ts';
import { endpoint } from './shell/server.ts';
import { applyTheme } from './shell/theme.ts';
import './style/index.css';

applyTheme();
const client = createClient({
  url: endpoint,
  headers: (): Record<string, string> => {
    const credential = getCredential();
    return credential ? { authorization: `Bearer ${credential}` } : {};
  },
});

const queryClient = createQueryClient();
// Discard the data of the previous credential.
onCredentialChange(() => queryClient.resetQueries());

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
