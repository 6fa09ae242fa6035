import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { connectAgent } from '../../support/agent.ts';
import { MINE, OTHER, startPolicyUpstream } from '../../support/policy-upstream.ts';
import { startProgram } from '../../support/program.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const JWT_SECRET = 'shared-secret-0123456789abcdef-0123456789';
const AUDIT_SECRET = 'an audit secret of at least 32 bytes';
const ISSUER = 'https://id.example.com/';

const ALL = '[mint, write, denied, transcript]';

interface PolicyOptions {
  readonly events?: string | undefined;
  readonly subjects?: string;
  readonly mode?: string;
  readonly tokens?: number;
  /** More lines of the file, and more keys of its issuer and of the role of users. */
  readonly more?: string;
  readonly issuer?: string;
  readonly user?: string;
}

/** Writes a policy of two roles. Without events, it has no audit. */
async function writePolicy(options: PolicyOptions) {
  const { events = ALL, subjects = 'hashed', mode, tokens = 5 } = options;
  const { more = '', issuer = '', user = '' } = options;
  const path = join(await tempFolder(), 'policy.yaml');
  const audit = events === 'none' ? '' : `audit: { events: ${events}, subjects: ${subjects} }`;
  await writeFile(
    path,
    `issuers:
  - { name: main, issuer: "${ISSUER}", audience: avatars, secrets: ["${JWT_SECRET}"]${issuer} }
${more}
roles:
  - { name: admin, when: { plan: admin }, scopes: all, mint: any, personas: all, sessions: all }
  - name: user
    when: { plan: user }
    scopes: [personas:read, tokens:mint]
    personas: ["${MINE}"]
    sessions: all
${user}
    mint:
      maxSessionLengthSeconds: 600
      limits: [{ tokens: ${tokens}, per: minute }]
${audit}
mode: ${mode ?? 'enforce'}
`,
  );
  return path;
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

const MINT = `mutation Mint($config: PersonaConfigInput!) {
  createSessionToken(input: { personaConfig: $config }) { token { sessionToken } }
}`;

/** Starts the program with a policy, before an upstream that gives its calls ids. */
async function startAudited(options: PolicyOptions = {}, settings: Record<string, string> = {}) {
  const upstream = await startPolicyUpstream();
  const program = await startProgram({
    UPSTREAM_URL: upstream.url,
    UPSTREAM_API_KEY: 'the-servers-own-key',
    UPSTREAM_EXTENSIONS: 'personas,sessions',
    POLICY: await writePolicy(options),
    AUDIT_SECRET,
    ...settings,
  });
  const tokens = {
    user: await sign(USER),
    admin: await sign(ADMIN),
    stranger: await sign(STRANGER),
  };
  return {
    ...program,
    upstream,
    tokens,
    /** Runs a document as one of the two roles, or without one. */
    askAs: (role: keyof typeof tokens, document: string, variables: object = {}, id = '') =>
      program.ask(document, variables, {
        authorization: `Bearer ${tokens[role]}`,
        ...(id && { 'x-request-id': id }),
      }),
    /** Returns the lines of the audit so far. */
    audited: (): Record<string, unknown>[] =>
      program
        .output()
        .stdout.split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line)),
  };
}

const hashSubject = (subject: string) =>
  createHmac('sha256', AUDIT_SECRET)
    .update(JSON.stringify(['main', subject]))
    .digest('base64url');

test('each mint, write, denial and transcript has a line, and nothing secret is in one', async () => {
  const { askAs, audited, output } = await startAudited();
  await askAs('user', MINT, { config: { personaId: MINE } }, 'request-mint');
  await askAs('user', MINT, { config: { personaId: OTHER } }, 'request-absent');
  await askAs(
    'user',
    MINT,
    { config: { personaId: MINE, maxSessionLengthSeconds: 601 } },
    'request-refused',
  );
  const prompt = { systemPrompt: 'a secret prompt' };
  const update = `mutation Prompt { updatePersona(id: "${MINE}", input: { systemPrompt: "${prompt.systemPrompt}" }) { persona { id } } }`;
  await askAs('admin', update, {}, 'request-write');
  await askAs('admin', `query Read { personas { total } }`);
  await askAs('admin', `mutation Gone { deletePersona(id: "${OTHER}") { deletedId } }`);

  await expect.poll(audited).toHaveLength(5);
  const common = {
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    version: expect.stringMatching(/^[\da-f]{12}$/),
    issuer: 'main',
    caller: hashSubject('ada'),
  };
  const mint = { ...common, operation: 'Mint', role: 'user', field: 'createSessionToken' };
  expect(audited()).toStrictEqual([
    {
      ...mint,
      event: 'mint',
      requestId: 'request-mint',
      ids: { personaId: MINE },
      mint: expect.stringMatching(/^[\w-]{22}$/),
      seconds: 600,
      decision: 'allowed',
      outcome: 'OK',
    },
    {
      ...mint,
      event: 'denied',
      requestId: 'request-absent',
      ids: { personaId: OTHER },
      decision: 'absent',
      rule: 'roles.user.personas',
      outcome: 'NOT_FOUND',
    },
    {
      ...mint,
      event: 'denied',
      requestId: 'request-refused',
      ids: { personaId: MINE },
      decision: 'refused',
      rule: 'roles.user.mint.maxSessionLengthSeconds',
      outcome: 'FORBIDDEN',
    },
    {
      ...common,
      event: 'write',
      requestId: 'request-write',
      operation: 'Prompt',
      role: 'admin',
      field: 'updatePersona',
      ids: { id: MINE },
      decision: 'allowed',
      outcome: 'OK',
    },
    {
      ...common,
      event: 'write',
      requestId: expect.any(String),
      operation: 'Gone',
      role: 'admin',
      field: 'deletePersona',
      ids: { id: OTHER },
      decision: 'allowed',
      outcome: 'OK',
    },
  ]);
  expect(output().stdout).not.toMatch(/header\.payload|secret prompt|servers-own-key|eyJ/);
});

test('a transcript has a line with its session, also if there is none', async () => {
  const [first, second] = ['0b7e4f5c-1c7f-4f7e-9d0b-2f6a3f1f2a10', OTHER];
  const { askAs, audited, upstream } = await startAudited({ events: '[transcript]' });
  for (const id of [first, second]) upstream.sessions.set(id, { id, personaId: MINE });
  const read = (id: string) => `session(id: "${id}") { transcript { messages { message } } }`;
  await askAs('admin', `query Words { one: ${read(first)} other: ${read(second)} }`);
  await askAs('admin', MINT, { config: { personaId: MINE } });
  upstream.setReply((_, response) => response.writeHead(500).end());
  await askAs('admin', `query Words { ${read('a key in the wrong place')} }`);
  await expect.poll(audited).toHaveLength(2);
  expect(audited()).toMatchObject(
    [first, second].map((id) => ({
      event: 'transcript',
      field: 'transcriptOfSession',
      ids: { id },
    })),
  );
});

test('a document and a tool that the role does not have are denied', async () => {
  const { askAs, audited, tokens, url } = await startAudited(
    { events: '[denied]', user: '    documents: []\n    tools: [Personas]' },
    { MCP: 'true' },
  );
  const id = 'request-document';
  const { errors } = await askAs('user', 'query Any { personas { total } }', {}, id);
  expect(errors[0].extensions).toMatchObject({ code: 'FORBIDDEN', rule: 'roles.user.documents' });
  const { call, client } = await connectAgent(`${url}/mcp`, {
    authorization: `Bearer ${tokens.user}`,
  });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toStrictEqual(['Personas']);
  await expect(call('Persona', { id: MINE })).rejects.toThrow('This tool does not exist.');
  await expect.poll(audited).toHaveLength(2);
  const denied = { event: 'denied', issuer: 'main', caller: hashSubject('ada'), role: 'user' };
  expect(audited()).toMatchObject([
    {
      ...denied,
      requestId: id,
      field: 'document',
      decision: 'refused',
      rule: 'roles.user.documents',
      outcome: 'FORBIDDEN',
    },
    {
      ...denied,
      field: 'tool Persona',
      decision: 'absent',
      rule: 'roles.user.tools',
      outcome: 'NOT_FOUND',
    },
  ]);
});

test('each scope that a caller lacks has one line for an operation, also if the policy only measures', async () => {
  for (const mode of ['enforce', 'measure']) {
    const { askAs, audited, ask } = await startAudited({ events: '[denied]', mode });
    const fields = 'a: tools { total } b: tools { total } sessions { items { id } }';
    await askAs('user', `query Lacking { ${fields} viewer { role } }`);
    await ask(`query Anonymous { ${fields} }`);
    await askAs('stranger', 'query Stranger { tools { total } }');
    await expect.poll(audited).toHaveLength(3);
    const line = { event: 'denied', decision: 'refused', outcome: 'FORBIDDEN' };
    const lacking = { ...line, operation: 'Lacking', role: 'user', rule: 'roles.user.scopes' };
    expect(audited()).toMatchObject([
      { ...lacking, field: 'scope tools:read' },
      { ...lacking, field: 'scope sessions:read' },
      { ...line, operation: 'Stranger', rule: 'roles', field: 'scope tools:read' },
    ]);
    expect(audited().map((each) => 'measured' in each || 'ids' in each)).not.toContain(true);
  }
});

test('the log line of an operation has its tenant and role, and the subject of its audit', async () => {
  const { askAs, audited, logged } = await startAudited(
    { more: 'tenants: { names: [acme] }', issuer: ', tenantClaim: org' },
    { LOG_LEVEL: 'info', LOG_SUBJECTS: 'hashed' },
  );
  await askAs('user', MINT, { config: { personaId: MINE } });
  await askAs('stranger', 'query Stranger { personas { total } }');
  await expect
    .poll(() => logged().map(({ operation }) => operation))
    .toStrictEqual(['Mint', 'Stranger']);
  const subject = hashSubject('ada');
  const [mint, stranger] = logged();
  expect(mint).toMatchObject({ subject, tenant: 'acme', role: 'user', outcome: 'OK' });
  expect(stranger).toMatchObject({ subject, tenant: 'acme', outcome: 'FORBIDDEN' });
  expect(stranger).not.toHaveProperty('role');
  expect(audited()[0]).toMatchObject({ caller: subject, tenant: 'acme', role: 'user' });
});

test('a mint beyond a limit is denied with its persona and length, and is counted by role and rule', async () => {
  const { askAs, audited, url } = await startAudited({ tokens: 1 });
  for (let count = 0; count < 3; count += 1)
    await askAs('user', MINT, { config: { personaId: MINE } });
  await askAs('user', MINT, { config: { personaId: MINE, languageCode: 'de' } });
  await expect.poll(audited).toHaveLength(4);
  expect(audited()[1]).toMatchObject({
    event: 'denied',
    decision: 'limited',
    field: 'createSessionToken',
    ids: { personaId: MINE },
    seconds: 600,
    outcome: 'RATE_LIMITED',
  });
  const text = await (await fetch(`${url}/metrics`)).text();
  const samples = text.split('\n').filter((line) => /^avatar_graphql_(?:policy|audit)/.test(line));
  expect(samples.sort()).toStrictEqual([
    'avatar_graphql_audit_lines_lost_total 0',
    expect.stringMatching(/^avatar_graphql_policy_info\{version="[\da-f]{12}",mode="enforce"\} 1$/),
    'avatar_graphql_policy_mints_total{role="user"} 1',
    'avatar_graphql_policy_refusals_total{role="user",rule="roles.user.mint.allow",outcome="refused"} 1',
    `avatar_graphql_policy_refusals_total{role="user",rule="${audited()[1]?.rule}",outcome="limited"} 2`,
    'avatar_graphql_policy_reserved_minutes_total{role="user"} 10',
  ]);
});

test('what the upstream refuses has its error and its id', async () => {
  const { askAs, audited, upstream } = await startAudited({ events: '[mint]' });
  upstream.setReply((_, response) => {
    response.writeHead(503, { 'x-request-id': 'req_1' }).end();
  });
  await askAs('user', MINT, { config: { personaId: MINE } });
  await expect.poll(audited).toMatchObject([
    {
      event: 'mint',
      decision: 'allowed',
      outcome: 'UPSTREAM_UNAVAILABLE',
      upstreamRequestId: 'req_1',
    },
  ]);
});

test('subjects are plain if the policy says so', async () => {
  const { askAs, audited } = await startAudited({ subjects: 'plain' });
  await askAs('user', MINT, { config: { personaId: MINE } });
  await expect.poll(audited).toMatchObject([{ event: 'mint', issuer: 'main', caller: 'ada' }]);
});

test('a policy without audit writes no line', async () => {
  const { askAs, output, stop } = await startAudited({ events: 'none' });
  await askAs('user', MINT, { config: { personaId: OTHER } });
  await stop();
  expect(output().stdout).not.toContain('{"time"');
});

test('hashed subjects require AUDIT_SECRET', async () => {
  const settings = {
    UPSTREAM_URL: 'https://service.example',
    UPSTREAM_API_KEY: 'key',
    POLICY: await writePolicy({}),
  };
  expect(() => readConfig(settings)).toThrow(
    /audit\.subjects "hashed" requires AUDIT_SECRET: at least 32 bytes/,
  );
  expect(() => readConfig({ ...settings, AUDIT_SECRET })).not.toThrow();
});

test('a policy that measures has a line for what it would deny and one for what was done', async () => {
  const { askAs, audited, logged } = await startAudited({ mode: 'measure' });
  for (const _ of [1, 2]) await askAs('user', MINT, { config: { personaId: OTHER } });
  await expect.poll(audited).toHaveLength(4);
  expect(
    audited().map(({ event, decision, rule, measured, outcome }) => [
      event,
      decision,
      rule,
      measured,
      outcome,
    ]),
  ).toStrictEqual([
    ['denied', 'absent', 'roles.user.personas', true, 'OK'],
    ['mint', 'absent', 'roles.user.personas', true, 'OK'],
    ['denied', 'absent', 'roles.user.personas', true, 'OK'],
    ['mint', 'absent', 'roles.user.personas', true, 'OK'],
  ]);
  const rules = logged().filter(({ msg }) => String(msg).includes('only measures'));
  expect(rules).toMatchObject([{ role: 'user', rule: 'roles.user.personas', count: 1 }]);
});

test('a reader that stalls delays no request and loses no line', async () => {
  const { askAs, audited, child } = await startAudited({ events: '[denied]' });
  child.stdout?.pause();
  const total = 600;
  const variables = { config: { personaId: OTHER } };
  const results = await Promise.all(
    Array.from({ length: total }, () => askAs('user', MINT, variables)),
  );
  expect(results.every(({ errors }) => errors[0].extensions.code === 'NOT_FOUND')).toBe(true);
  child.stdout?.resume();
  await expect.poll(audited).toHaveLength(total);
});
