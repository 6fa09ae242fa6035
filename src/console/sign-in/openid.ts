import * as oauth from 'oauth4webapi';
import { decodeJwt } from '../shell/parse.ts';
import type { Provider } from '../shell/server.ts';
import type { Credential } from './credential.ts';
import { DEADLINE, explain, SignInError } from './explain.ts';

// OpenID Connect with a provider: the authorization code flow of a public client, with PKCE, `state` and `nonce`.
// A separate file, which is loaded when somebody signs in.

/**
 * Maximum difference between the clocks of this device and the provider, in seconds. The API verifies tokens by its
 * own.
 */
const CLOCK_TOLERANCE = 300;

/** What a tab keeps of a sign-in that it has begun, until the provider sends it back. */
export interface Attempt {
  readonly issuer: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The page to return to: a path of the console. */
  readonly returnTo: string;
}

const getOptions = ({ issuer }: Provider) => ({
  signal: AbortSignal.timeout(DEADLINE),
  // The server accepts such an issuer only on its own machine.
  [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
});

/** Checks an address that the provider names. A page must not follow any other kind of URL. */
function readAddress(address: string | undefined, what: string, { issuer, name }: Provider): URL {
  const url = URL.parse(address ?? '');
  if (url?.protocol === 'https:' || (url && url.protocol === URL.parse(issuer)?.protocol))
    return url;
  throw new SignInError(`The configuration of ${name} has no valid ${what}.`);
}

/** Reads the provider's configuration. */
async function discover(provider: Provider): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(provider.issuer);
  const options = { algorithm: 'oidc', ...getOptions(provider) } as const;
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, options),
  );
  const { origin } = readAddress(server.token_endpoint, 'token endpoint', provider);
  if (origin === issuer.origin || origin === provider.tokenOrigin) return server;
  throw new SignInError(
    `The token endpoint of ${provider.name} is at ${origin}, which this page may not call. Set tokenOrigin of its issuer in POLICY to it.`,
  );
}

/** Runs a step of a sign-in with the provider's configuration. What it throws says in a sentence what is wrong. */
async function run<Result>(
  provider: Provider,
  step: (server: oauth.AuthorizationServer, client: oauth.Client) => Promise<Result>,
): Promise<Result> {
  try {
    const client = { client_id: provider.clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE };
    return await step(await discover(provider), client);
  } catch (error) {
    throw error instanceof SignInError ? error : new SignInError(explain(error, provider));
  }
}

/** Begins a sign-in. Returns the page of the provider, and what the tab must keep. */
export const begin = (
  provider: Provider,
  redirectUri: string,
): Promise<{ readonly url: string; readonly attempt: Omit<Attempt, 'returnTo'> }> =>
  run(provider, async (server) => {
    const state = oauth.generateRandomState();
    const nonce = oauth.generateRandomNonce();
    const verifier = oauth.generateRandomCodeVerifier();
    const url = readAddress(server.authorization_endpoint, 'authorization endpoint', provider);
    const parameters = {
      client_id: provider.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: [...new Set(['openid', ...(provider.scopes ?? [])])].join(' '),
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(provider.audience !== undefined && { audience: provider.audience }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { url: url.href, attempt: { issuer: provider.issuer, state, nonce, verifier } };
  });

function toCredential(
  { issuer, name }: Provider,
  tokens: oauth.TokenEndpointResponse,
  previousRefreshToken?: string,
): Credential {
  if (!decodeJwt(tokens.access_token)) {
    throw new SignInError(
      `The access token of ${name} is not a JWT, so the API cannot verify it. Ask for a token of the API: set audience of console in POLICY, or add a scope of the API to its scopes.`,
    );
  }
  const lifetime = tokens.expires_in;
  return {
    token: tokens.access_token,
    session: {
      issuer,
      endsAt: lifetime === undefined ? undefined : Date.now() + lifetime * 1000,
      refreshToken: tokens.refresh_token ?? previousRefreshToken,
    },
  };
}

/** Exchanges the code of the provider's answer for tokens. */
export const complete = (
  provider: Provider,
  { state, nonce, verifier }: Attempt,
  answer: URLSearchParams,
  redirectUri: string,
): Promise<Credential> =>
  run(provider, async (server, client) => {
    const parameters = oauth.validateAuthResponse(server, client, answer, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      parameters,
      redirectUri,
      verifier,
      getOptions(provider),
    );
    const checks = { expectedNonce: nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, checks);
    return toCredential(provider, tokens);
  });

/** Renews an access token. Returns undefined if the provider refuses, so that one has to sign in again. */
export const renew = (provider: Provider, refreshToken: string): Promise<Credential | undefined> =>
  run(provider, async (server, client) => {
    try {
      const response = await oauth.refreshTokenGrantRequest(
        server,
        client,
        oauth.None(),
        refreshToken,
        getOptions(provider),
      );
      const tokens = await oauth.processRefreshTokenResponse(server, client, response);
      return toCredential(provider, tokens, refreshToken);
    } catch (error) {
      if (error instanceof oauth.ResponseBodyError && error.status < 500) return undefined;
      throw error;
    }
  });

/**
 * Revokes the refresh token, if the provider supports that, and returns the provider's page that ends its own session;
 * undefined if it has none.
 */
export const end = (
  provider: Provider,
  refreshToken: string | undefined,
  redirectUri: string,
): Promise<string | undefined> =>
  run(provider, async (server, client) => {
    if (refreshToken !== undefined && server.revocation_endpoint !== undefined) {
      const options = getOptions(provider);
      const request = oauth.revocationRequest(server, client, oauth.None(), refreshToken, options);
      // Without it, the token ends by itself.
      await request.catch(() => undefined);
    }
    if (server.end_session_endpoint === undefined) return undefined;
    const url = readAddress(server.end_session_endpoint, 'end session endpoint', provider);
    // No `id_token_hint`, which would be a token in the history of the browser.
    url.searchParams.set('client_id', provider.clientId);
    url.searchParams.set('post_logout_redirect_uri', redirectUri);
    // The name that Amazon Cognito has for it.
    url.searchParams.set('logout_uri', redirectUri);
    return url.href;
  });
