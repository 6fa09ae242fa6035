import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { MINE, startPolicyUpstream } from '../../support/policy-upstream.ts';
import { tempFile } from '../../support/resources.ts';
import { start } from '../../support/start.ts';

const JWT_SECRET = 'shared-secret-0123456789abcdef-0123456789';
export const AUDIT_SECRET = 'an audit secret of at least 32 bytes';
const ISSUER = 'https://id.example.com/';

const ALL = '[mint, write, refused, transcript]';

interface PolicyOptions {
  readonly events?: string | undefined;
  readonly subjects?: string;
  readonly tokens?: number;
  /** More lines of the file, and more keys of its issuer. */
  readonly more?: string;
  readonly issuer?: string;
}

/** Writes a policy of two roles. Without events, it has no audit. */
export async function writePolicy(options: PolicyOptions) {
  const { events = ALL, subjects = 'hashed', tokens = 5 } = options;
  const { more = '', issuer = '' } = options;
  const audit = events === 'none' ? '' : `audit: { events: ${events}, subjects: ${subjects} }`;
  return tempFile(`issuers:
  - { name: main, issuer: "${ISSUER}", audience: avatars, secrets: ["${JWT_SECRET}"]${issuer} }
${more}
roles:
  - { name: admin, when: { plan: admin }, scopes: all, mint: any, personas: all, sessions: all }
  - name: user
    when: { plan: user }
    scopes: [personas:read, tokens:mint]
    personas: ["${MINE}"]
    sessions: all
    mint:
      maxSessionLengthSeconds: 600
      reuseSeconds: 0
      limits: [{ tokens: ${tokens}, per: month }]
${audit}
`);
}

const sign = (claims: Record<string, unknown>, subject = 'ada') =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setAudience('avatars')
    .setSubject(subject)
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(JWT_SECRET));

const USER = { plan: 'user', org: 'acme', scope: 'personas:read tokens:mint' };
const ADMIN = {
  plan: 'admin',
  scope: 'personas:read personas:write sessions:read transcripts:read tokens:mint',
};
/** No role matches these. */
const STRANGER = { ...USER, plan: 'none' };

export const MINT = `mutation Mint($config: PersonaConfigInput!) {
  createSessionToken(input: { personaConfig: $config }) { token { sessionToken } }
}`;

/** Starts the API with a policy, before an upstream that gives its calls ids. */
export async function startAudited(
  options: PolicyOptions = {},
  settings: Record<string, string> = {},
) {
  const upstream = await startPolicyUpstream();
  const all = {
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: 'the-servers-own-key',
    UPSTREAM_EXTENSIONS: 'personas,sessions',
    POLICY: await writePolicy(options),
    AUDIT_SECRET,
    ...settings,
  };
  const api = await start({ settings: all });
  const tokens = {
    user: await sign(USER),
    admin: await sign(ADMIN),
    stranger: await sign(STRANGER),
  };
  return {
    ...api,
    upstream,
    settings: all,
    tokens,
    /** Runs a document as one of the two roles, or without one. */
    askAs: (role: keyof typeof tokens, document: string, variables: object = {}, id = '') =>
      api.run(document, variables, {
        authorization: `Bearer ${tokens[role]}`,
        ...(id && { 'x-request-id': id }),
      }),
  };
}

/** The caller of a line, by its subject. */
export const hashSubject = (subject: string) =>
  createHmac('sha256', AUDIT_SECRET)
    .update(JSON.stringify(['main', subject]))
    .digest('base64url');
