import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { AUTH } from '../support/issuer.ts';
import { tempFolder } from '../support/resources.ts';
import { start } from '../support/start.ts';

/** Runs the command `token`. */
async function sign(args: string[], settings: Record<string, string> = AUTH) {
  const { code, stdout, stderr: error } = await runCommand(['token', ...args], settings);
  return { code, token: stdout.trim(), error };
}

/** Returns the claims of a printed JWT. */
async function signAndRead(...request: Parameters<typeof sign>) {
  const { token } = await sign(...request);
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

test('an API with the same settings and the built-in service accepts a printed JWT within its scopes', async () => {
  const program = await start({ settings: AUTH });
  const run = async (args: string[], document: string) => {
    const { token } = await sign(args);
    return program.run(document, {}, { authorization: `Bearer ${token}` });
  };
  const query = '{ personas { totalCount } tools { totalCount } }';
  expect((await run([], query)).errors).toBeUndefined();
  const limited = await run(['personas:read', 'tokens:mint'], query);
  expect(limited).toMatchObject({
    data: { personas: { totalCount: expect.any(Number) }, tools: null },
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
});

test('a printed JWT has the given subject, scopes, lifetime and claims', async () => {
  const words = ['--subject', 'ada', '--expires', '2h', 'tools:read,tools:write'];
  const claims = await signAndRead(words);
  expect(claims).toMatchObject({ sub: 'ada', scope: 'tools:read tools:write' });
  expect(claims.exp - claims.iat).toBe(7200);
  const others = ['--claims', '{"org_id":"acme","scope":"x","sub":"eve"}'];
  expect(await signAndRead(others)).toMatchObject({ org_id: 'acme', scope: 'x', sub: 'you' });
});

test('with a policy, a JWT is that of the first issuer with a secret', async () => {
  const path = join(await tempFolder(), 'policy.yaml');
  const issuers = [
    '{ name: main, issuer: "https://id.example/", jwksUrl: "https://id.example/keys", audience: api }',
    `{ name: tests, issuer: "https://tests.example/", secrets: ["\${TOKEN_SECRET}"], audience: api }`,
  ];
  await writeFile(
    path,
    `issuers: [${issuers}]\nroles: [{ name: user, issuers: [tests], when: {} }]`,
  );
  const settings = { POLICY: path, TOKEN_SECRET: AUTH.AUTH_SECRET };
  expect((await signAndRead([], settings)).iss).toBe('https://tests.example/');
});

test.each<[string[], Record<string, string>, string]>([
  [['--claims', '["acme"]'], AUTH, 'It must be a JSON object such as'],
  [['--claims', 'acme'], AUTH, 'It must be a JSON object such as'],
  [['personas'], AUTH, 'The scopes are personas:read personas:write'],
  [['--expires', 'soon'], AUTH, 'It must be a time such as 30m, 1h or 7d.'],
  [[], {}, 'Set AUTH_SECRET (at least 32 bytes), AUTH_ISSUER and AUTH_AUDIENCE'],
])('the arguments %j with %j are rejected in a sentence', async (args, settings, sentence) => {
  const { code, token, error } = await sign(args, settings);
  expect([code, token]).toStrictEqual([1, '']);
  expect(error).toContain(sentence);
  expect(error).not.toContain(AUTH.AUTH_SECRET);
});
