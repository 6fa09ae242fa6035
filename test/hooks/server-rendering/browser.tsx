import { hydrate } from '@tanstack/react-query';
import { hydrateRoot } from 'react-dom/client';
import { createClient } from '../../../src/hooks/index.ts';
import { createQueryClient, Page } from './app.tsx';

const user = new URLSearchParams(location.search).get('user');
const client = createClient({ headers: { authorization: `Bearer ${user}` } });
const queryClient = createQueryClient();
hydrate(queryClient, JSON.parse(document.getElementById('state')?.textContent ?? ''));
hydrateRoot(document, <Page client={client} queryClient={queryClient} />);
