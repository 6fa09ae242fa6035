import { Credential, createRestClient, createServer, createSharedKeyAuth } from 'avatar-graphql';

const { UPSTREAM_URL = '', UPSTREAM_API_KEY = '' } = process.env;

export const api = createServer({
  rest: createRestClient({ url: UPSTREAM_URL }),
  authenticate: createSharedKeyAuth(Credential.fromKey(UPSTREAM_API_KEY)),
});
