import { expect, test } from 'vitest';
import { z } from 'zod';
import { api, EXTENSIONS } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { startApi } from '../support/api.ts';
import { startRecordingUpstream, startUpstreamWithResponse } from '../support/upstream.ts';

/** The fields of a body that accept a value. */
const fieldsThatAccept = (body: unknown, value: null | undefined): string[] => {
  if (!(body instanceof z.ZodObject)) throw new Error('The body is not an object.');
  const fields = Object.entries<z.ZodType>(body.shape);
  return fields.filter(([, schema]) => schema.safeParse(value).success).map(([name]) => name);
};

const asNulls = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));

const updates = Object.entries<Endpoint>(api).filter(([, { method }]) => method === 'PUT');

test('the contract has updates', () => {
  expect(updates.map(([name]) => name)).toContain('updatePersona');
});

test.each(updates)(
  '%s sends null only for the fields that the contract clears by null',
  async (name, { body }) => {
    const { bodies, ...upstream } = await startRecordingUpstream(200, { id: 'x1' });
    const { run } = await startApi(upstream, { client: { extensions: EXTENSIONS } });
    const type = `U${name.slice(1)}Input`;
    const mutation = `mutation ($input: ${type}!) { ${name}(id: "x1", input: $input) { __typename } }`;
    const required = name === 'updateAvatar' ? { displayName: 'Ada' } : {};
    const cleared = fieldsThatAccept(body?.json, null);
    const input = { ...asNulls(cleared), ...required };
    expect((await run(mutation, { input })).errors).toBeUndefined();
    expect(bodies).toStrictEqual([input]);

    // The graph has no field `url`: it is derived from `urls`.
    const kept = fieldsThatAccept(body?.json, undefined).filter(
      (field) => !cleared.includes(field) && field !== 'url',
    );
    for (const field of kept) {
      const { errors } = await run(mutation, { input: { ...required, [field]: null } });
      expect(errors).toMatchObject([
        { extensions: { code: 'BAD_USER_INPUT', issues: [{ path: ['input', field] }] } },
      ]);
    }
    expect(bodies).toHaveLength(1);
  },
);

test('the error for a rejected null says what to send instead', async () => {
  const upstream = await startUpstreamWithResponse(200, { id: 'x1' });
  const { run } = await startApi(upstream, { client: { extensions: EXTENSIONS } });
  const { errors } = await run(
    'mutation { updatePersona(id: "x1", input: { llmId: null, description: null, toolIds: null, voiceId: null }) { persona { id } } }',
  );
  expect(errors?.[0]?.extensions.issues).toMatchObject([
    { message: 'Null does not clear description. Send "" to clear it.' },
    { message: 'Null does not clear llmId. Use CUSTOMER_CLIENT_V1 for no LLM.' },
    { message: 'Null does not clear toolIds. Send [] to clear it.' },
    { message: 'Null does not clear voiceId. Omit it to keep its value.' },
  ]);
});
