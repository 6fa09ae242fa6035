'use server';
import { CreateSessionTokenDocument } from 'avatar-graphql-hooks';
import { client } from '../lib/api';

/** Creates a session token. Any visitor can call this action, so check first that the user may start a session. */
export async function createSessionToken(personaId: string): Promise<string | undefined> {
  const input = { personaConfig: { personaId } };
  const { createSessionToken } = await client.request(CreateSessionTokenDocument, { input });
  return createSessionToken?.token.sessionToken;
}
