import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ClientProvider, queryDefaults } from 'avatar-graphql-hooks';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Personas } from './personas.tsx';
import { client, SignIn } from './sign-in.tsx';
import { UploadAvatar } from './upload-avatar.tsx';

const queryClient = new QueryClient({ defaultOptions: queryDefaults });

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ClientProvider client={client}>
        <QueryClientProvider client={queryClient}>
          <SignIn />
          <Personas />
          <UploadAvatar />
        </QueryClientProvider>
      </ClientProvider>
    </StrictMode>,
  );
}
