import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/runtime/config/config.ts';
import { sendJson } from '../../support/fake-service.ts';
import { MINE, OTHER } from '../../support/policy-upstream.ts';
import { startProgram } from '../../support/program.ts';
import { AUDIT_SECRET, hashSubject, MINT, startAudited, writePolicy } from './audited.ts';

test('each mint, write, refusal and transcript has a line, and nothing secret is in one', async () => {
  const { askAs, audited } = await startAudited();
  const longer = { personaId: MINE, maxSessionLengthSeconds: 601 };
  await askAs('user', MINT, { config: { personaId: MINE } }, 'request-1');
  await askAs('user', MINT, { config: { personaId: OTHER } }, 'request-2');
  await askAs('user', MINT, { config: longer }, 'request-3');
  const update = `mutation Prompt { updatePersona(id: "${MINE}", input: { systemPrompt: "a secret prompt" }) { persona { id } } }`;
  await askAs('admin', update, {}, 'request-4');
  await askAs('admin', `query Read { personas { totalCount } }`);
  const gone = `mutation Gone { deletePersona(id: "${OTHER}") { deletedId } }`;
  await askAs('admin', gone, {}, 'request-5');

  await expect.poll(audited).toHaveLength(5);
  const common = {
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    version: expect.stringMatching(/^[\da-f]{12}$/),
    issuer: 'main',
    caller: hashSubject('ada'),
  };
  const found = audited().map((line, index) => {
    const { event, operation, role, field, ids, decision, rule = '-', outcome, ...others } = line;
    const mint = { seconds: 600, mint: expect.stringMatching(/^[\w-]{22}$/) };
    const more = { requestId: `request-${index + 1}`, ...(event === 'mint' && mint) };
    expect(others).toStrictEqual({ ...common, ...more });
    return `${event} ${operation} ${role} ${field} ${JSON.stringify(ids)} ${decision} ${rule} ${outcome}`;
  });
  const ids = [{ personaId: MINE }, { personaId: OTHER }, { id: MINE }, { id: OTHER }];
  const [mine, other, changed, deleted] = ids.map((each) => JSON.stringify(each));
  expect(found).toStrictEqual([
    `mint Mint user createSessionToken ${mine} allowed - OK`,
    `refused Mint user createSessionToken ${other} absent roles.user.personas NOT_FOUND`,
    `refused Mint user createSessionToken ${mine} refused roles.user.mint.maxSessionLengthSeconds FORBIDDEN`,
    `write Prompt admin updatePersona ${changed} allowed - OK`,
    `write Gone admin deletePersona ${deleted} allowed - OK`,
  ]);
  expect(JSON.stringify(audited())).not.toMatch(
    /header\.payload|secret prompt|servers-own-key|eyJ/,
  );
});

test('each scope that a caller lacks has one line for an operation', async () => {
  const { askAs, audited, run } = await startAudited({ events: '[refused]' });
  const fields = 'a: tools { totalCount } b: tools { totalCount } sessions { nodes { id } }';
  await askAs('user', `query Lacking { ${fields} viewer { role } }`);
  await run(`query Anonymous { ${fields} }`);
  await askAs('stranger', 'query Stranger { tools { totalCount } }');
  await expect.poll(audited).toHaveLength(3);
  const line = { event: 'refused', decision: 'refused', outcome: 'FORBIDDEN' };
  const lacking = { ...line, operation: 'Lacking', role: 'user', rule: 'roles.user.scopes' };
  expect(audited()).toMatchObject([
    { ...lacking, field: 'scope tools:read' },
    { ...lacking, field: 'scope sessions:read' },
    { ...line, operation: 'Stranger', rule: 'roles', field: 'scope tools:read' },
  ]);
  expect(audited().map((each) => 'ids' in each)).not.toContain(true);
});

test('a mint beyond a limit is refused with its persona and length, and is counted by role and rule', async () => {
  const { askAs, audited, url } = await startAudited({ tokens: 1 });
  for (let count = 0; count < 3; count += 1)
    await askAs('user', MINT, { config: { personaId: MINE } });
  await askAs('user', MINT, { config: { personaId: MINE, languageCode: 'de' } });
  await expect.poll(audited).toHaveLength(4);
  expect(audited()[1]).toMatchObject({
    event: 'refused',
    decision: 'limited',
    field: 'createSessionToken',
    ids: { personaId: MINE },
    seconds: 600,
    outcome: 'RATE_LIMITED',
  });
  const text = await (await fetch(`${url}/metrics`)).text();
  const samples = text.split('\n').filter((line) => /^avatar_graphql_(?:policy|audit)/.test(line));
  expect(samples.sort()).toStrictEqual([
    expect.stringMatching(/^avatar_graphql_policy_info\{version="[\da-f]{12}"\} 1$/),
    'avatar_graphql_policy_mints_total{role="user"} 1',
    'avatar_graphql_policy_refusals_total{role="user",rule="roles.user.mint.allow",outcome="refused"} 1',
    `avatar_graphql_policy_refusals_total{role="user",rule="${audited()[1]?.rule}",outcome="limited"} 2`,
    'avatar_graphql_policy_reserved_minutes_total{role="user"} 10',
  ]);
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
  const line = { event: 'transcript', field: 'transcriptOfSession' };
  const lines = [first, second].map((id) => expect.objectContaining({ ...line, ids: { id } }));
  expect(audited()).toStrictEqual(expect.arrayContaining(lines));
});

test('the log line of an operation has its tenant and role, and the subject of its audit', async () => {
  const { askAs, audited, logged } = await startAudited(
    { more: 'tenants: { names: [acme] }', issuer: ', tenantClaim: org' },
    { LOG_LEVEL: 'info' },
  );
  await askAs('user', MINT, { config: { personaId: MINE } });
  await askAs('stranger', 'query Stranger { personas { totalCount } }');
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

test('what the upstream refuses has its error and its id', async () => {
  const { askAs, audited, upstream } = await startAudited({ events: '[mint, write]' });
  upstream.setReply((_, response) => {
    response.writeHead(503, { 'x-request-id': 'req_1' }).end();
  });
  await askAs('user', MINT, { config: { personaId: MINE } });
  upstream.setReply((_, response) => sendJson(response, 400, { error: 'Invalid id' }));
  await askAs('admin', 'mutation { deletePersona(id: "none") { deletedId } }');
  const failed = { outcome: 'UPSTREAM_UNAVAILABLE', upstreamRequestId: 'req_1' };
  await expect.poll(audited).toMatchObject([
    { event: 'mint', decision: 'allowed', ...failed },
    // As the client reads it, although the status was 400.
    { event: 'write', decision: 'allowed', outcome: 'NOT_FOUND' },
  ]);
});

test('a mint goes on when its client disconnects, and has a line', async () => {
  const { audited, upstream, url, tokens } = await startAudited();
  const arrived = Promise.withResolvers<ServerResponse>();
  upstream.setReply((_, response) => arrived.resolve(response));
  const controller = new AbortController();
  const aborted = fetch(`${url}/graphql`, {
    method: 'POST',
    signal: controller.signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.user}` },
    body: JSON.stringify({ query: MINT, variables: { config: { personaId: MINE } } }),
  });
  const response = await arrived.promise;
  controller.abort();
  await expect(aborted).rejects.toThrow();
  sendJson(response, 200, { sessionToken: 'token' });
  const line = { event: 'mint', decision: 'allowed', outcome: 'OK' };
  await expect.poll(audited).toMatchObject([line]);
});

test('subjects are plain if the policy says so', async () => {
  const { askAs, audited } = await startAudited({ subjects: 'plain' });
  await askAs('user', MINT, { config: { personaId: MINE } });
  await expect.poll(audited).toMatchObject([{ event: 'mint', issuer: 'main', caller: 'ada' }]);
});

test('a policy without audit writes no line', async () => {
  const { askAs, audited, close } = await startAudited({ events: 'none' });
  await askAs('user', MINT, { config: { personaId: OTHER } });
  await close(0);
  expect(audited()).toStrictEqual([]);
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

test('a reader that stalls delays no request and loses no line of two workers, and one that exits fails no request', async () => {
  const { settings, tokens } = await startAudited({ events: '[refused]' });
  const { run, child, output } = await startProgram(settings, ['start', '--workers', '2']);
  child.stdout?.pause();
  const total = 350;
  const variables = { config: { personaId: OTHER } };
  // Lines that together exceed what pipes hold.
  const document = MINT.replace('Mint', 'Long'.repeat(25));
  const headers = { authorization: `Bearer ${tokens.user}` };
  const mint = async () => (await run(document, variables, headers)).errors?.[0]?.extensions.code;
  const codes = await Promise.all(Array.from({ length: total }, mint));
  expect(new Set(codes)).toStrictEqual(new Set(['NOT_FOUND']));
  child.stdout?.resume();
  await expect.poll(() => output().stdout.match(/"event":"refused"/g)).toHaveLength(total);
  const lines = output()
    .stdout.split('\n')
    .filter((line) => line.includes('"time"'));
  expect(lines.filter((line) => JSON.parse(line).event === 'refused')).toHaveLength(total);
  child.stdout?.destroy();
  // Of both workers, which have connections in turn.
  for (const _ of [1, 2, 3, 4]) expect(await mint()).toBe('NOT_FOUND');
});
