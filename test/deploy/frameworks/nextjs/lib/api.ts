import 'server-only';
import { Credential, createRestClient, createServer, createSharedKeyAuth } from 'avatar-graphql';
import { createClient } from 'avatar-graphql-hooks/client';

const { UPSTREAM_URL = '', UPSTREAM_API_KEY = '' } = process.env;

export const api = createServer({
  rest: createRestClient({ url: UPSTREAM_URL }),
  authenticate: createSharedKeyAuth(Credential.fromKey(UPSTREAM_API_KEY)),
  graphqlEndpoint: '/api/graphql',
});

/** Server components and actions call the API in this process. */
export const client = createClient({
  url: 'http://localhost/api/graphql',
  fetch: (url, init) => api.fetch(new Request(url, init)),
});
