import { expect, test } from 'vitest';
import { z } from 'zod';
import { api, EXTENSIONS } from '../../src/contract/api.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { startApi } from '../support/api.ts';
import { sendJson, startUpstream } from '../support/upstream.ts';

/** The fields of a body that accept a value. */
const fieldsThatAccept = (body: unknown, value: null | undefined): string[] => {
  if (!(body instanceof z.ZodObject)) throw new Error('The body is not an object.');
  const fields = Object.entries<z.ZodType>(body.shape);
  return fields.filter(([, schema]) => schema.safeParse(value).success).map(([name]) => name);
};

const asNulls = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));

const updates = Object.entries<Endpoint>(api).filter(([, { method }]) => method === 'PUT');

test('there is an update of every resource', () => {
  expect(updates).toHaveLength(EXTENSIONS.length);
});

test.each(updates)(
  'of a null in every optional field, %s sends those that the contract allows to be null',
  async (name, { body }) => {
    const bodies: unknown[] = [];
    const upstream = await startUpstream(async (request, response) => {
      bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
      sendJson(response, 200, { id: 'x1' });
    });
    const { run } = await startApi(upstream, { client: { extensions: EXTENSIONS } });
    const type = `U${name.slice(1)}Input`;
    const required = name === 'updateAvatar' ? { displayName: 'Ada' } : {};
    const { errors } = await run(
      `mutation ($input: ${type}!) { ${name}(id: "x1", input: $input) { id } }`,
      { input: { ...asNulls(fieldsThatAccept(body?.json, undefined)), ...required } },
    );
    expect(errors).toBeUndefined();
    expect(bodies).toStrictEqual([{ ...asNulls(fieldsThatAccept(body?.json, null)), ...required }]);
  },
);
