import { decodeJwt } from 'jose';
import { startLiveService } from '../support/live-service.ts';
import { type Address, type StartOptions, start } from '../support/start.ts';

/** Mints a session token. */
const MINT = `mutation ($input: CreateSessionTokenInput!) {
  createSessionToken(input: $input) { token { sessionToken type } }
}`;

/** The calls that mint a token. */
export const filterMints = (calls: readonly string[]): string[] =>
  calls.filter((call) => call.startsWith('POST'));

/** Starts the API, by default in front of the live upstream with personas by id, and returns what mints a token. */
export async function startMinting<U extends Address & { readonly calls: readonly string[] }>(
  extensions: StartOptions['extensions'] = ['personas'],
  upstream?: U,
) {
  const of = upstream ?? (await startLiveService());
  const { run } = await start({ upstream: of, ...(extensions && { extensions }) });
  const mint = async (input: object, headers?: Record<string, string>) => {
    const { data, errors } = await run(MINT, { input }, headers);
    const { token } = data?.createSessionToken ?? {};
    return {
      data,
      errors,
      /** The code and the issues of the error. */
      failure: errors?.[0]?.extensions,
      type: token?.type,
      /** The session configuration inside the token of the live upstream. */
      config: token && !upstream ? decodeJwt(token.sessionToken).personaConfig : undefined,
    };
  };
  return { run, mint, calls: of.calls };
}
