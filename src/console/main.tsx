import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { configureHooks } from '../hooks/index.ts';
import { App } from './app.tsx';
import { currentCredential, onCredentialChange } from './shell/credential.ts';
import { createQueryClient } from './shell/query-client.ts';
import { applyTheme } from './shell/theme.ts';
import './style/index.css';

applyTheme();
configureHooks({
  headers: (): Record<string, string> => {
    const credential = currentCredential();
    return credential ? { authorization: `Bearer ${credential}` } : {};
  },
});

const client = createQueryClient();
// What one credential was shown, and what was asked with it, ends with it.
onCredentialChange(() => client.resetQueries());

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the console.');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
