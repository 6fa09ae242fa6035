import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import { LlmsDocument, personasQuery } from 'avatar-graphql-hooks/queries';
import { connection } from 'next/server';
import { Suspense } from 'react';
import { client } from '../lib/api';
import { Personas } from './personas';

async function Prefetched() {
  // Renders for each request. Otherwise, `next build` would query the upstream.
  await connection();
  const queryClient = new QueryClient();
  const [{ llms }] = await Promise.all([
    client.request(LlmsDocument),
    queryClient.prefetchQuery(personasQuery({ first: 5 }, client)),
  ]);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <p>{llms?.totalCount} language models</p>
      <Personas />
    </HydrationBoundary>
  );
}

export default function Page() {
  return (
    <Suspense fallback={<p>Loading</p>}>
      <Prefetched />
    </Suspense>
  );
}
