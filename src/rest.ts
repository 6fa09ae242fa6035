/** The client of the upstream with typed methods, for programs that call the REST service without the graph. */
export { createRestClient, type RestClient, type RestOptions } from './upstream/client.ts';
export { Credential } from './upstream/credential.ts';
