'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ClientProvider, createClient, queryDefaults } from 'avatar-graphql-hooks';
import { type ReactNode, useState } from 'react';

const client = createClient({ url: '/api/graphql' });

const defaultOptions = {
  ...queryDefaults,
  // In milliseconds. Without it, the browser immediately refetches what the server has already fetched.
  queries: { ...queryDefaults.queries, staleTime: 60_000 },
};

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => new QueryClient({ defaultOptions }));
  return (
    <ClientProvider client={client}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ClientProvider>
  );
}
