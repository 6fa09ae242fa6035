import { builder } from './builder.ts';
import { ERROR_CODES } from './error-codes.ts';
import { ISSUE_CODES } from './issue-codes.ts';

/** Adds an enum of the codes of errors. No field returns it: it documents them. */
const addCodes = (name: string, description: string, codes: Readonly<Record<string, string>>) =>
  builder.enumType(name, {
    description,
    values: Object.fromEntries(
      Object.entries(codes).map(([code, description]) => [code, { description }]),
    ),
  });

addCodes(
  'ErrorCode',
  'The `extensions.code` of every error. `extensions.requestId` identifies the request in the logs. `extensions.reason` is present if the upstream gave a reason: `server_key_rejected` if it rejected the key of the server, `concurrent_limit` if the account has reached its limit of concurrent sessions, or another text of the upstream.',
  Object.fromEntries(Object.entries(ERROR_CODES).map(([code, { meaning }]) => [code, meaning])),
);
addCodes(
  'IssueCode',
  'The `code` of each entry of `extensions.issues`. Errors with `BAD_USER_INPUT` have this list, and so do errors with `GRAPHQL_VALIDATION_FAILED` if a literal in the document is invalid. Each entry also has a `message`, and a `path` in the arguments of the field, such as `["input", "name"]`.',
  ISSUE_CODES,
);
