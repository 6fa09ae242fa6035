import { type Provider, providers } from '../shell/server.ts';
import { getCredential, renewCredential, type Session } from './credential.ts';

/** A token is renewed this long before it ends, in milliseconds. */
const LEAD = 60_000;

/** The shortest time between two renewals, in milliseconds: a newer token would not help. */
const INTERVAL = 30_000;

let renewal: Promise<void> | undefined;
let lastAttempt = 0;

export const findProvider = (issuer: string): Provider | undefined =>
  providers.find((provider) => provider.issuer === issuer);

/** Renews the token of a session. If the provider refuses, the session ends with its token. */
async function renewToken(): Promise<void> {
  const credential = getCredential();
  const { refreshToken, issuer = '' } = credential?.session ?? {};
  const provider = findProvider(issuer);
  if (!credential || !provider || refreshToken === undefined)
    throw new Error('There is nothing that renews the credential.');
  lastAttempt = Date.now();
  const { renew } = await import('./openid.ts');
  const renewed = await renew(provider, refreshToken);
  renewCredential(credential, renewed ?? { ...credential, session: { issuer } });
}

/** Renews the token once for all who ask meanwhile. Rejects if that is not possible now. */
function renewOnce(): Promise<void> {
  if (!renewal && Date.now() - lastAttempt < INTERVAL)
    return Promise.reject(new Error('The credential was renewed just now.'));
  renewal ??= renewToken().finally(() => {
    renewal = undefined;
  });
  return renewal;
}

const isDue = ({ refreshToken, endsAt }: Session) =>
  refreshToken !== undefined && endsAt !== undefined && Date.now() > endsAt - LEAD;

/** Returns the token of the next request, renewed if it ends soon; undefined if there is none. */
export async function getToken(): Promise<string | undefined> {
  const session = getCredential()?.session;
  // The API says what is wrong with a token that could not be renewed.
  if (session && (renewal || isDue(session))) await renewOnce().catch(() => undefined);
  return getCredential()?.token;
}

/** Renews a token that the API has rejected. */
export const refreshRejected = async (): Promise<void> => {
  const token = getCredential()?.token;
  await renewOnce();
  if (getCredential()?.token === token) throw new Error('The provider refuses a newer token.');
};
