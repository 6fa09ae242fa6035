import { createServer } from 'node:http';
import {
  Credential,
  createServer as createApi,
  createRestClient,
  createSharedKeyAuth,
} from 'avatar-graphql';

const rest = createRestClient({ url: 'https://service.example.com' });
const authenticate = createSharedKeyAuth(Credential.fromKey('key'));

/** The API in a server of one's own. */
export const server = createServer(createApi({ rest, authenticate }));
