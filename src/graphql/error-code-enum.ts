import { builder } from './builder.ts';
import { ERROR_CODES } from './error-codes.ts';
import { ISSUE_CODES } from './issue-codes.ts';

const addEnum = (name: string, description: string, codes: Readonly<Record<string, string>>) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(
      Object.entries(codes).map(([code, description]) => [code, { description }]),
    ),
  });

addEnum(
  'ErrorCode',
  '`extensions.code` of every error. `extensions.requestId` identifies the request in the logs. `extensions.reason` says why the upstream failed a call, if it says so: `server_key_rejected` if it rejected the key of the server, `concurrent_limit` if the account has as many sessions as it may have at a time, or another text of the upstream.',
  Object.fromEntries(Object.entries(ERROR_CODES).map(([code, { meaning }]) => [code, meaning])),
);
addEnum(
  'IssueCode',
  '`code` of each entry of `extensions.issues`, which `BAD_USER_INPUT` has, and `GRAPHQL_VALIDATION_FAILED` for literals in the document. An entry also has a `message`, and the `path` in the arguments of the field: `["input", "name"]`, whoever finds the problem.',
  ISSUE_CODES,
);
