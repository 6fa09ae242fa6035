import { SignJWT } from 'jose';
import { EXTENSIONS } from '../../src/contract/api.ts';
import type { LimitStore } from '../../src/policy/limits.ts';
import { createMemoryLimits } from '../../src/policy/memory-limits.ts';
import { Policy } from '../../src/policy/policy.ts';
import type { PolicyFile } from '../../src/policy/policy-schema.ts';
import { UpstreamKeys } from '../../src/runtime/access/upstream-keys.ts';
import { readPolicyIssuers } from '../../src/runtime/config/policy-file.ts';
import { type Explanation, explainPolicy } from '../../src/runtime/explain-policy.ts';
import { createReloadableJwtAuth } from '../../src/server/authentication/authenticate.ts';
import { createJwtVerifier } from '../../src/server/authentication/jwt.ts';
import { createJwtCaller } from '../../src/server/authentication/jwt-caller.ts';
import { hashDocument } from '../../src/shared/hash-document.ts';
import { Secret } from '../../src/shared/secret.ts';
import { type Api, startApi } from './api.ts';
import { DOCUMENTS } from './operations.ts';
import { type PolicyUpstream, startPolicyUpstream } from './policy-upstream.ts';

const SECRET = 'secret-of-all-issuers-of-these-tests-0123456789';

/** The claims of a token. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** Signs a token as an identity provider would. */
export const signToken = (claims: TokenClaims): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(SECRET));

/** The keys of tenants, in place of a folder. */
const TENANT_KEYS = { keys: { acme: new Secret('key-acme'), globex: new Secret('key-globex') } };

/** Replaces what a test does not have: the JWKS of issuers, and folders of keys. */
const localize = (file: PolicyFile): PolicyFile => ({
  ...file,
  issuers: file.issuers?.map(({ jwksUrl: _, ...issuer }) => ({
    ...issuer,
    secrets: [new Secret(SECRET)],
  })),
  tenants: file.tenants && ('keyFolder' in file.tenants ? TENANT_KEYS : file.tenants),
});

/** An operation of every manifest. */
export const PERSONA_NAME =
  'query PersonaName($id: ID!) {\n  persona(id: $id) {\n    id\n    name\n  }\n}';

/** The operations of every manifest: what a consumer app needs. */
const MANIFEST: ReadonlyMap<string, string> = new Map(
  [DOCUMENTS.CreateSessionToken ?? '', PERSONA_NAME].map((text) => [hashDocument(text), text]),
);

export const compilePolicy = (file: PolicyFile): Policy =>
  new Policy(localize(file), () => MANIFEST);

/** The API with a policy, for the tokens of its issuers. */
export interface PolicyApi extends Api {
  readonly upstream: PolicyUpstream;
  /** Runs a document with the token of some claims. */
  runAs(claims: TokenClaims, document: string, variables?: object): ReturnType<Api['run']>;
  /** Explains what the policy makes of claims and of the input of createSessionToken. */
  explain(claims: TokenClaims, input?: unknown): Explanation;
  /** Replaces the policy, as a reload does. */
  setPolicy(file: PolicyFile): void;
}

type Options = NonNullable<Parameters<typeof startApi>[1]>;

/** Starts the API under a policy in front of a recording upstream, for the running test. */
export async function startPolicyApi(
  file: PolicyFile,
  {
    store = createMemoryLimits(),
    upstream: given,
    ...options
  }: Options & { store?: LimitStore; upstream?: PolicyUpstream } = {},
): Promise<PolicyApi> {
  const upstream = given ?? (await startPolicyUpstream());
  let current = compilePolicy(file);
  const createRules = ({ file: parsed }: Policy) => {
    const server = new Secret('key-of-the-server');
    const keys = new UpstreamKeys(
      { server, tenants: parsed.tenants, tenantFiles: undefined },
      undefined,
    );
    return {
      verifyJwt: createJwtVerifier(readPolicyIssuers({ path: 'policy.yaml', file: parsed })),
      createCaller: (jwt: Parameters<typeof createJwtCaller>[0]) => createJwtCaller(jwt, keys),
    };
  };
  let rules = createRules(current);
  const api = await startApi(upstream, {
    authenticate: createReloadableJwtAuth(() => rules),
    policy: {
      get current() {
        return current;
      },
      limits: store,
    },
    client: { extensions: EXTENSIONS },
    ...options,
  });
  return {
    ...api,
    upstream,
    runAs: async (claims, document, variables = {}) => {
      const authorization = `Bearer ${await signToken(claims)}`;
      return api.run(document, variables, { authorization });
    },
    explain: (claims, input) =>
      explainPolicy(
        current,
        readPolicyIssuers({ path: 'policy.yaml', file: current.file }),
        { ...claims },
        input,
      ),
    setPolicy: (next) => {
      current = compilePolicy(next);
      rules = createRules(current);
    },
  };
}
