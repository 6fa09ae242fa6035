import { Credential, createRestClient } from 'avatar-graphql/rest';

const rest = createRestClient({ url: 'https://service.example.com', extensions: 'all' });

/** Returns the names of the first personas. */
export async function listNames() {
  const { data } = await rest.for({ credential: Credential.fromKey('key') }).personas({
    query: { perPage: 5 },
  });
  return data.map(({ name }) => name);
}
