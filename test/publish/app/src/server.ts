import { createServer } from 'node:http';
import { Credential, createServer as createApi, createRestClient } from 'avatar-graphql';

const rest = createRestClient({ url: 'https://service.example.com' });
const credential = Credential.fromKey('key');

/** The API in a server of one's own. */
export const server = createServer(createApi({ rest, credential: () => credential }));
