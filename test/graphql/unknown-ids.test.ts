import { describe, expect, test } from 'vitest';
import { resources } from '../../src/contract/api.ts';
import { schema } from '../../src/graphql/schema.ts';
import { startProduct } from '../support/product.ts';

/** Input of the updates, for resources that have one. */
const CHANGES: Readonly<Record<string, string>> = {
  persona: 'name: "Something"',
  tool: 'description: "Something"',
  avatar: 'displayName: "Something"',
  voice: 'displayName: "Something"',
  llm: 'displayName: "Something"',
  shareLink: 'usageLimit: 3',
};

/** Returns the mutation that ends or deletes a record. */
const getRemoval = (name: string, Name: string) => {
  if (name === 'session') return 'stopSession(id: $id) { stoppedId }';
  if (name === 'meetingInvite') return 'cancelMeetingInvite(id: $id) { cancelledId }';
  return `delete${Name}(id: $id) { deletedId }`;
};

const RESOURCES = Object.entries(resources).map(([name, { plural }]) => ({
  name,
  plural,
  Name: name.charAt(0).toUpperCase() + name.slice(1),
}));

const { run, upstream } = await startProduct();

describe.each([
  ['is unknown', '00000000-0000-4000-8000-000000000999'],
  ['the upstream rejects as malformed', 'not-a-uuid'],
])('an id that %s', (_, id) => {
  test.each(RESOURCES)('is null in the query $name', async ({ name, plural }) => {
    const byIds = schema.getQueryType()?.getFields()[`${plural}ByIds`];
    const { data, errors } = await run(
      `{ ${name}(id: "${id}") { id } ${byIds ? `list: ${plural}ByIds(ids: ["${id}"]) { id }` : ''} }`,
    );
    expect(errors).toBeUndefined();
    expect(data).toStrictEqual({ [name]: null, ...(byIds && { list: [null] }) });
  });

  test.each(RESOURCES)('is NOT_FOUND in the mutations of $name', async ({ Name, name }) => {
    const change = CHANGES[name];
    for (const mutation of [
      ...(change ? [`update${Name}(id: $id, input: { ${change} }) { ${name} { id } }`] : []),
      getRemoval(name, Name),
    ]) {
      const { errors } = await run(`mutation ($id: ID!) { ${mutation} }`, { id });
      expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    }
  });
});

test.each(RESOURCES)('an invalid id is rejected: $name', async ({ name, Name }) => {
  const calls = upstream.calls.length;
  for (const id of ['', '..', 'a/b', 'a%2fb', 'x'.repeat(257)]) {
    for (const operation of [
      `query ($id: ID!) { ${name}(id: $id) { id } }`,
      `mutation ($id: ID!) { ${getRemoval(name, Name)} }`,
    ]) {
      const { errors } = await run(operation, { id });
      expect(errors?.[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        issues: [{ path: ['id'] }],
      });
    }
  }
  expect(upstream.calls).toHaveLength(calls);
});
