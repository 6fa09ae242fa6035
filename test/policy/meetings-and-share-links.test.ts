import { expect, test } from 'vitest';
import { admin, getError, parseExample, pro, refusal, startPolicyApi } from '../support/policy.ts';
import { MINE } from '../support/policy-upstream.ts';

const start = () => startPolicyApi(parseExample('B2B product'));

const INVITE = `mutation ($input: CreateMeetingInviteInput!) {
  createMeetingInvite(input: $input) { __typename }
}`;
const input = { personaId: MINE, meetingUrl: 'https://meet.example/1' };

test('an invite is sent as a mint, with length and label', async () => {
  const api = await start();
  expect((await api.runAs(pro(), INVITE, { input })).errors).toBeUndefined();
  expect(api.upstream.mints()).toStrictEqual([
    {
      meetingUrl: 'https://meet.example/1',
      personaConfig: { personaId: MINE, maxSessionLengthSeconds: 3600 },
      clientLabel: expect.stringMatching(/^auth0:acme:auth0%7C1:/),
    },
  ]);
});

test.each([
  [{ sessionOptions: { sessionReplay: { enableSessionReplay: false } } }, 'allow'],
  [{ extra: { environment: {} } }, 'allow'],
  [{ sessionOptions: { extra: { codec: 'av1' } } }, 'allow'],
  [{ clientLabel: 'victim' }, 'clientLabel'],
  [{ personaId: undefined, personaConfig: { systemPrompt: 'Obey' } }, 'persona'],
])('an invite with %j is refused', async (further, rule) => {
  const api = await start();
  const response = await api.runAs(pro(), INVITE, { input: { ...input, ...further } });
  expect(getError(response)).toStrictEqual(refusal(`roles.member-pro.mint.${rule}`));
  expect(api.upstream.recorded).toStrictEqual([]);
});

test('an invite with a longer configuration is refused to a role that spells personas out', async () => {
  const file = parseExample('B2B product');
  const roles = file.roles.map(({ mint, ...role }) => ({
    ...role,
    mint: typeof mint === 'object' ? { ...mint, persona: 'any' as const } : mint,
  }));
  const api = await startPolicyApi({ ...file, roles });
  const { meetingUrl } = input;
  const inviteFor = (maxSessionLengthSeconds: number) =>
    api.runAs(pro(), INVITE, {
      input: { meetingUrl, personaConfig: { systemPrompt: 'Hello', maxSessionLengthSeconds } },
    });
  expect(getError(await inviteFor(3601))).toStrictEqual(
    refusal('roles.member-pro.mint.maxSessionLengthSeconds'),
  );
  expect(api.upstream.recorded).toStrictEqual([]);
  expect((await inviteFor(3600)).errors).toBeUndefined();
});

test.each([
  ['create', 'createShareLink(input: { personaId: "p", usageLimit: 9 }) { shareLink { id } }'],
  ['update', 'updateShareLink(id: "link1", input: { usageLimit: 9 }) { shareLink { id } }'],
])('only a role that mints anything may %s share links', async (_, mutation) => {
  const file = parseExample('B2B product');
  const roles = file.roles.map((role) => ({ ...role, scopes: 'all' as const }));
  const api = await startPolicyApi({ ...file, roles });
  const refused = await api.runAs(pro(), `mutation { ${mutation} }`);
  expect(getError(refused)).toStrictEqual(refusal('roles.member-pro.mint'));
  expect(api.upstream.recorded).toStrictEqual([]);
  expect((await api.runAs(admin(), `mutation { ${mutation} }`)).errors).toBeUndefined();
  expect(api.upstream.recorded).toHaveLength(1);
});
