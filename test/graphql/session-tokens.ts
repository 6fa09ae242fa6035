/** Mints a session token. */
export const MINT = `mutation ($input: CreateSessionTokenInput!) {
  createSessionToken(input: $input) { token { sessionToken type } }
}`;

/** The calls that mint a token. */
export const filterMints = (calls: readonly string[]): string[] =>
  calls.filter((call) => call.startsWith('POST'));
