import { assertEnumType } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { start } from '../support/start.ts';

test.each([
  ['errorCodes', 'ErrorCode'],
  ['issueCodes', 'IssueCode'],
])(
  '%s returns every value of %s with its description, without an upstream',
  async (field, name) => {
    const { run } = await start({ upstream: { url: 'http://127.0.0.1:1' } });
    const { data } = await run(`{ ${field} { code meaning } }`);
    const values = assertEnumType(schema.getType(name)).getValues();
    const codes = values.map(({ name, description }) => ({ code: name, meaning: description }));
    expect(data[field]).toHaveLength(codes.length);
    expect(data[field]).toStrictEqual(expect.arrayContaining(codes));
  },
);
