import { createServer } from 'node:http';
import { Credential, createServer as createApi, createRestClient, sharing } from 'avatar-graphql';

const rest = createRestClient({ url: 'https://service.example.com' });
const identify = sharing(Credential.fromKey('key'));

/** The API in a server of one's own. */
export const server = createServer(createApi({ rest, identify }));
