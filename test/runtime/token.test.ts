import { expect, test } from 'vitest';
import { runProgram } from '../support/process.ts';
import { startProgram } from '../support/program.ts';

const AUTH = {
  AUTH_SECRET: 'shared-secret-0123456789abcdef-0123456789',
  AUTH_ISSUER: 'https://issuer.example/',
  AUTH_AUDIENCE: 'avatars',
};

/** Runs `token` to its end. */
async function sign(words: string[], settings: Record<string, string> = AUTH) {
  const { ended, output } = runProgram(['token', ...words], settings);
  const code = await ended();
  return { code, token: output().stdout.trim(), error: output().stderr };
}

test('a printed JWT opens an API with the same settings and no upstream, within its scopes', async () => {
  const { ask } = await startProgram(AUTH);
  const run = async (words: string[], document: string) => {
    const { token } = await sign(words);
    return ask(document, {}, { authorization: `Bearer ${token}` });
  };
  const query = '{ personas { total } tools { total } }';
  expect((await run([], query)).errors).toBeUndefined();
  const limited = await run(['personas:read', 'tokens:mint'], query);
  expect(limited).toMatchObject({
    data: { personas: { total: expect.any(Number) }, tools: null },
    errors: [{ extensions: { code: 'FORBIDDEN' } }],
  });
});

test('a printed JWT is for its subject and time', async () => {
  const { token } = await sign(['--subject', 'ada', '--expires', '2h', 'tools:read,tools:write']);
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ sub: 'ada', scope: 'tools:read tools:write' });
  expect(claims.exp - claims.iat).toBe(7200);
});

test.each<[string[], Record<string, string>, string]>([
  [['personas'], AUTH, 'The scopes are personas:read personas:write'],
  [['--expires', 'soon'], AUTH, 'It must be a time such as 30m, 1h or 7d.'],
  [[], {}, 'Set AUTH_SECRET (at least 32 bytes), AUTH_ISSUER and AUTH_AUDIENCE'],
])('the words %j with %j fail with a sentence', async (words, settings, sentence) => {
  const { code, token, error } = await sign(words, settings);
  expect([code, token]).toStrictEqual([1, '']);
  expect(error).toContain(sentence);
  expect(error).not.toContain(AUTH.AUTH_SECRET);
});
