import { createServer } from 'node:http';
import {
  Credential,
  createServer as createApi,
  createRestClient,
  createSharedKeyAuth,
} from 'avatar-graphql';

const rest = createRestClient({ url: 'https://service.example.com' });
const authenticate = createSharedKeyAuth(Credential.fromKey('key'));

/** The API in the HTTP server of an app. */
export const server = createServer(createApi({ rest, authenticate }));
