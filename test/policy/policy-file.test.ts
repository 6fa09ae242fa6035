import { expect, test } from 'vitest';
import { PolicyError } from '../../src/policy/policy-error.ts';
import { parsePolicy } from '../../src/policy/policy-text.ts';
import { readTable } from '../support/tables.ts';

const catchProblems = (text: string, environment = {}) => {
  try {
    parsePolicy(text, environment);
    return [];
  } catch (error) {
    if (error instanceof PolicyError) return error.problems;
    throw error;
  }
};

test('variables are replaced in texts after parsing, and cannot add keys', () => {
  const text = `roles: [{name: a, when: {"x": "\${X}-\${Y}"}}]`;
  expect(parsePolicy(text, { X: '1, b: 2}', Y: '"' }).roles[0]?.when).toStrictEqual({
    x: '1, b: 2}-"',
  });
});

const role = (rules: string) => `roles: [{name: a, when: {}, ${rules}}]`;

/** What is wrong, the text of the file, and the problem: `role: …` is rules of a role, `mint: …` those of its mint. */
const INVALID = readTable(`
  an unset variable | roles: [{name: "\${NO_SUCH}", when: {}}] | The variable NO_SUCH is not set.
  an empty variable | roles: [{name: "\${EMPTY}", when: {}}] | The variable EMPTY is not set.
  a name of every object | roles: [{name: "\${toString}", when: {}}] | The variable toString is not set.
  an unknown key | role: scope: [] | roles[0]: Unknown field: scope.
  an unknown key of a mint block | mint: maximum: 1 | roles[0].mint: Unknown field: maximum.
  an unknown scope | role: scopes: [personas:delete] | roles[0].scopes[0]: 
  a mint block without a length | role: mint: {meetings: true} | roles[0].mint.maxSessionLengthSeconds: A value is required.
  a repeated limit | mint: limits: [{tokens: 1, per: day}, {tokens: 2, per: day}] | roles[0].mint.limits[1]: repeats tokens per day for subject.
  a field that does not exist | mint: allow: [personaConfig.nonsense] | roles[0].mint.allow[0]: must be a field
  the length as a further field | mint: allow: [personaConfig.maxSessionLengthSeconds] | roles[0].mint.allow[0]: must be a field
  all of extra | mint: allow: [extra] | roles[0].mint.allow[0]: must be a field
  a typed field through extra | mint: allow: [personaConfig.extra.systemPrompt] |
  options through extra | mint: allow: [extra.sessionOptions] | roles[0].mint.allow[0]: must be a field
  all of the options' extra | mint: allow: [sessionOptions.extra] | roles[0].mint.allow[0]: must be a field
  an unknown placeholder | mint: clientLabel: "{user}" | roles[0].mint.clientLabel: has the unknown placeholder {user}.
  placeholders side by side | mint: clientLabel: "{subject}-{mint}" | roles[0].mint.clientLabel: must have a character such as ":" after each placeholder.
  two placeholders without a text | mint: clientLabel: "{subject}{mint}" | roles[0].mint.clientLabel: must have a character such as ":" after each placeholder.
  a text that continues a value | mint: clientLabel: "{mint}x" | roles[0].mint.clientLabel: must have a character such as ":" after each placeholder.
  a placeholder twice | mint: clientLabel: "{mint}:{mint}" | roles[0].mint.clientLabel: has a placeholder twice.
  a long text | mint: clientLabel: "a text of more than forty-eight characters, which is long:{mint}" | roles[0].mint.clientLabel: has more than 48 characters of text.
  an empty label | mint: clientLabel: "" | roles[0].mint.clientLabel: must not be empty.
  a tenant without tenants | mint: clientLabel: "{tenant}:{mint}" | roles[0].mint.clientLabel: contains {tenant}, but the policy has no tenants.
  a limit of tenants without tenants | mint: limits: [{tokens: 1, per: day, for: tenant}] | roles[0].mint.limits[0].for: requires tenants.
  own sessions without labels | role: sessions: own, mint: {maxSessionLengthSeconds: 60} | roles[0].mint.clientLabel: must contain {subject}, because a role has sessions: own.
  a shared key without personas | shared: sessions: all | roles[0].personas: is required, because tenants share a key.
  a shared key without sessions | shared: personas: all | roles[0].sessions: is required, because tenants share a key.
  two roles of one name | roles: [{name: a, when: {}}, {name: a, when: {}}] | roles[1].name: is the name of another role.
  an issuer that does not exist | role: issuers: [b] | roles[0].issuers: names the issuer b, which does not exist.
  text that is no YAML | roles: [ | Flow sequence in block collection must be
  a key twice | roles: []\\nroles: [] | Map keys must be unique
`);

const expand = (text: string) =>
  text
    .replace(/^role: (.*)/, (_, rules) => role(rules))
    .replace(/^mint: (.*)/, (_, rules) => role(`mint: {maxSessionLengthSeconds: 60, ${rules}}`))
    .replace(/^shared: (.*)/, (_, rules) => `tenants: {names: [x]}\n${role(rules)}`)
    .replace('\\n', '\n');

test.each(INVALID)('%s is an error', (_, text = '', problem = '') => {
  expect(catchProblems(expand(text), { EMPTY: '' }).join('\n')).toContain(problem);
});

test('secrets of the file are in no message, log or JSON', () => {
  const text = `issuers: [{name: a, issuer: b, audience: c, secrets: ["\${S}"]}]\n${role('scopes: []')}`;
  const policy = parsePolicy(text, { S: 'secret-'.repeat(8) });
  expect(policy.issuers?.[0]?.secrets?.[0]?.reveal()).toBe('secret-'.repeat(8));
  expect(JSON.stringify(policy)).not.toContain('secret-secret');
});
