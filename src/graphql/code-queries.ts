import { builder } from './builder.ts';
import { ERROR_CODES } from './error-codes.ts';
import { ISSUE_CODES } from './issue-codes.ts';

/** A code and what it means. */
type Meaning = readonly [code: string, meaning: string];

/**
 * Adds the enum of codes that errors have, and a query for them: a type that no field returns would not be in the schema
 * of clients, whose generators write types only for what operations select.
 */
function addCodes(
  name: string,
  noun: string,
  description: string,
  codes: Readonly<Record<string, string>>,
): void {
  const Code = builder.enumType(name, {
    description,
    values: Object.fromEntries(
      Object.entries(codes).map(([code, description]) => [code, { description }]),
    ),
  });
  const CodeMeaning = builder.objectRef<Meaning>(`${name}Meaning`).implement({
    description: `What a code of ${noun} means.`,
    fields: (t) => ({
      code: t.field({
        type: Code,
        nullable: false,
        description: 'The code.',
        resolve: ([code]) => code,
      }),
      meaning: t.string({
        nullable: false,
        description: 'What it means.',
        resolve: ([, meaning]) => meaning,
      }),
    }),
  });
  builder.queryField(`${name.charAt(0).toLowerCase()}${name.slice(1)}s`, (t) =>
    t.field({
      type: [CodeMeaning],
      description: `Returns all codes of ${noun}.`,
      scopes: [],
      resolve: () => Object.entries(codes),
    }),
  );
}

addCodes(
  'ErrorCode',
  'errors',
  '`extensions.code` of every error. `extensions.requestId` identifies the request in the logs. `extensions.reason` says why the upstream failed a call, if it says so: `server_key_rejected` if it rejected the key of the server, `concurrent_limit` if the account has as many sessions as it may have at a time, or another text of the upstream.',
  Object.fromEntries(Object.entries(ERROR_CODES).map(([code, { meaning }]) => [code, meaning])),
);
addCodes(
  'IssueCode',
  'validation issues',
  '`code` of each entry of `extensions.issues`, which `BAD_USER_INPUT` has, and `GRAPHQL_VALIDATION_FAILED` for literals in the document. An entry also has a `message`, and the `path` in the arguments of the field: `["input", "name"]`, whoever finds the problem.',
  ISSUE_CODES,
);
