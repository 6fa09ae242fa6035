import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';
import { ALL_SCOPES } from '../../../src/policy/scopes.ts';
import { listenForTest, tempFolder } from '../../support/resources.ts';

/** The audience of its access tokens. */
export const AUDIENCE = 'avatar-graphql';

export const CLIENT_ID = 'avatar-graphql-console';

/** What a test changes of the provider. */
interface Behaviour {
  /** Seconds until access tokens end. Default 300. */
  lifetime: number;
  hasRefreshTokens: boolean;
  isOpaque: boolean;
  /** Receives the address to which a person is sent back, in place of the browser. */
  onAnswer: ((address: string) => void) | undefined;
  /** Answers a request in place of the provider. Returns whether it did. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** An OpenID provider, on which anybody is let in as ada. */
export interface OpenIdProvider extends Behaviour {
  readonly issuer: string;
  /** Settings of an API whose console signs in here. */
  readonly settings: Readonly<Record<string, string>>;
  /** The requests that it received: method and path, without the query. */
  readonly requests: readonly string[];
  /** Registers the console at an origin. */
  register(origin: string): void;
  /** Behaves as at the start, and forgets the requests. */
  reset(): void;
}

const SCOPES = ALL_SCOPES.join(' ');

const PAGE = `<!doctype html><title>Provider</title><h1>Provider</h1>
<form method="post"><button name="choice" value="continue">Continue as ada</button>
<button name="choice" value="cancel">Cancel</button></form>`;

/** The key of all providers of a worker: to make one takes longer than to start a provider. */
const key = generateKeyPair('RS256', { extractable: true }).then(({ privateKey }) =>
  exportJWK(privateKey),
);

const createConfiguration = async (behaviour: Behaviour): Promise<Configuration> => {
  return {
    jwks: { keys: [{ ...(await key), kid: 'first', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['key-of-the-cookies-of-a-test'] },
    clientBasedCORS: () => true,
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: () => behaviour.hasRefreshTokens,
    ttl: {
      Interaction: 600,
      Session: 3600,
      Grant: 3600,
      IdToken: 3600,
      RefreshToken: 3600,
      AuthorizationCode: 60,
      AccessToken: () => behaviour.lifetime,
    },
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new oidc.provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope('openid offline_access');
      grant.addResourceScope(AUDIENCE_URI, SCOPES);
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          const button = '<button form="op.logoutForm" name="logout" value="yes">Yes</button>';
          context.body = `<!doctype html><title>Sign out?</title>${form}${button}`;
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE_URI,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: SCOPES,
          audience: AUDIENCE,
          accessTokenFormat: behaviour.isOpaque ? 'opaque' : 'jwt',
          accessTokenTTL: behaviour.lifetime,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  };
};

/** Names of resources are URIs. */
const AUDIENCE_URI = 'urn:avatar-graphql';

/** Reads which button of the page was pressed. */
async function readChoice(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString()).get('choice') ?? '';
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'POST') {
    response.setHeader('content-type', 'text/html');
    return response.end(PAGE);
  }
  const isRefused = (await readChoice(request)) === 'cancel';
  const result = isRefused
    ? { error: 'access_denied', error_description: 'The person <b>pressed</b> Cancel.' }
    : { login: { accountId: 'ada' } };
  return provider.interactionFinished(request, response, result);
}

/** Ends a response that would send a person back, without doing so. */
function holdAnswer(response: ServerResponse, onAnswer: (address: string) => void): void {
  const { end } = response;
  response.end = (...body: unknown[]) => {
    const address = String(response.getHeader('location'));
    if (!address.includes('code=')) return Reflect.apply(end, response, body);
    response.statusCode = 200;
    response.removeHeader('location');
    response.removeHeader('content-length');
    onAnswer(address);
    return Reflect.apply(end, response, ['held']);
  };
}

/** Returns the settings of an API whose people sign in to the console at an issuer. */
export async function createSettings(issuer: string): Promise<Record<string, string>> {
  const path = join(await tempFolder(), 'policy.json');
  const client = { clientId: CLIENT_ID, scopes: ALL_SCOPES };
  const keys = { jwksUrl: `${issuer}/jwks`, audience: AUDIENCE };
  const role = { when: {}, scopes: 'all', mint: 'any', personas: 'all', sessions: 'all' };
  const policy = {
    issuers: [{ name: 'provider', issuer, ...keys, console: client }],
    roles: [{ name: 'user', ...role }],
  };
  await writeFile(path, JSON.stringify(policy));
  return { POLICY: path };
}

const STANDARD: Behaviour = {
  lifetime: 300,
  hasRefreshTokens: true,
  isOpaque: false,
  onAnswer: undefined,
  intercept: () => false,
};

/** Starts an OpenID provider until the end of the running test or file. */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  const requests: string[] = [];
  const behaviour: Behaviour = { ...STANDARD };
  const configuration = await createConfiguration(behaviour);
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    requests.push(`${request.method} ${path}`);
    if (behaviour.intercept(request, response) || !provider) return;
    if (behaviour.onAnswer) holdAnswer(response, behaviour.onAnswer);
    if (path.startsWith('/interaction/')) void interact(provider, request, response);
    else void provider.callback()(request, response);
  });
  const issuer = `http://127.0.0.1:${await listenForTest(server)}`;
  return Object.assign(behaviour, {
    issuer,
    requests,
    settings: await createSettings(issuer),
    reset: () => {
      requests.length = 0;
      Object.assign(behaviour, STANDARD);
    },
    register: (origin: string) => {
      provider = new Provider(issuer, {
        ...configuration,
        clients: [
          {
            client_id: CLIENT_ID,
            token_endpoint_auth_method: 'none',
            grant_types: ['authorization_code', 'refresh_token'],
            redirect_uris: [`${origin}/sign-in`],
            post_logout_redirect_uris: [`${origin}/sign-in`],
          },
        ],
      });
    },
  });
}
