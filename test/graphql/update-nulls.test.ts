import { expect, test } from 'vitest';
import { startIssuer } from '../support/issuer.ts';
import { answeredNames } from '../support/openapi.ts';
import { start } from '../support/start.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';
import { expectIssue } from './expectations.ts';
import { inputsOfMutations, listPlaces, setPlace } from './null-places.ts';
import { findOutcome, RECORD, startRecordingApi } from './written-inputs.ts';

const updates = inputsOfMutations.filter(({ mutation }) => mutation.startsWith('update'));

test.each(updates)(
  'a null that clears nothing is no change for $mutation where the record has no value',
  async ({ mutation, type }) => {
    const { bodies, write, calls } = await startRecordingApi({ id: 'x1', displayName: 'Ada' });
    // Nobody knows the value of a field that no record has.
    const shown = answeredNames(mutation).filter((name) => name !== 'displayName');
    const places = listPlaces(type).filter(([name]) => shown.includes(String(name)));
    const input = places
      .filter(([name, inner]) =>
        name === 'widgetConfig' ? inner !== undefined : inner === undefined,
      )
      .reduce((all, path) => setPlace(type, all, path, 'null'), {});
    expect((await write(mutation, input)).errors).toBeUndefined();
    const cleared = places.filter((path) => findOutcome(mutation, path) === 'sent');
    const own = mutation === 'updateVoice' ? { displayName: 'Ada' } : {};
    const widget = mutation === 'updatePersona' ? { widgetConfig: {} } : {};
    expect(bodies).toStrictEqual(
      mutation === 'updateAvatar'
        ? []
        : [{ ...Object.fromEntries(cleared.map(([name]) => [name, null])), ...own, ...widget }],
    );
    expect(calls.filter((call) => call.startsWith('GET')).length).toBeLessThanOrEqual(1);
  },
);

test('a null that clears nothing is refused for a field that no record has', async () => {
  const { write, calls } = await startRecordingApi({ id: 'x1' });
  for (const [mutation, field] of [
    ['updateLlm', 'secret'],
    ['updateShareLink', 'expiresInHours'],
    ['updateTool', 'extra'],
  ] as const) {
    const { errors } = await write(mutation, { [field]: null });
    expectIssue(errors, ['input', field]);
  }
  expect(calls).toStrictEqual([]);
});

test('a null of an unknown record is NOT_FOUND', async () => {
  const upstream = await startUpstream((_, response) => sendJson(response, 404, { error: 'No' }));
  const { run } = await start({ upstream, extensions: 'all' });
  const { errors } = await run(
    'mutation { updatePersona(id: "p1", input: { description: null }) { persona { id } } }',
  );
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
});

test('a null that clears nothing requires the scope to read the record, which it tells about', async () => {
  const issuer = await startIssuer();
  const { write, calls } = await startRecordingApi(
    { id: 'x1' },
    { authenticate: issuer.authenticate() },
  );
  const as = async (scope: string, description: string | null, field = 'description') =>
    write(
      'updatePersona',
      { [field]: description },
      { authorization: `Bearer ${await issuer.sign({ scope })}` },
    );
  const denied = await as('personas:write', null);
  expect(denied.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
  expect(calls).toStrictEqual([]);
  expect((await as('personas:write', '')).errors).toBeUndefined();
  const read = 'personas:write personas:read';
  expect((await as(read, null)).errors).toBeUndefined();
  expect((await as(read, null, 'systemPrompt')).errors).toMatchObject([
    { extensions: { code: 'FORBIDDEN' } },
  ]);
  const prompts = await as(`${read} prompts:read`, null, 'systemPrompt');
  expect(prompts.errors).toBeUndefined();
});

test('a null that clears nothing says what to send instead', async () => {
  const { write } = await startRecordingApi(RECORD);
  const input = { llmId: null, description: null, toolIds: null, voiceDetectionOptions: null };
  const { errors } = await write('updatePersona', { ...input, voiceId: null });
  const messages = errors?.[0]?.extensions.issues?.map(({ message }) => message);
  expect(messages?.toSorted()).toStrictEqual([
    'Null does not clear description. Send "" to clear it.',
    'Null does not clear llmId. Use CUSTOMER_CLIENT_V1 for no LLM.',
    'Null does not clear toolIds. Send [] to clear it.',
    'Null does not clear voiceDetectionOptions. Send {} to clear it.',
    'Null does not clear voiceId. Omit it to keep its value.',
  ]);
});

test('a null in place of a default names it', async () => {
  const { write } = await startRecordingApi(RECORD);
  const { errors } = await write('createShareLink', { personaId: 'p1', expiresInHours: null });
  const message = 'expiresInHours cannot be null. Omit it for the default, 168.';
  expectIssue(errors, ['input', 'expiresInHours'], { message });
});
