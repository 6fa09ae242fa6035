import { capitalize, withArticle } from '../contract/endpoint.ts';
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
    description: `${capitalize(withArticle(noun))} and its meaning.`,
    fields: (t) => ({
      code: t.field({
        type: Code,
        nullable: false,
        description: 'The code.',
        resolve: ([code]) => code,
      }),
      meaning: t.string({
        nullable: false,
        description: 'The meaning.',
        resolve: ([, meaning]) => meaning,
      }),
    }),
  });
  builder.queryField(`${name.charAt(0).toLowerCase()}${name.slice(1)}s`, (t) =>
    t.field({
      type: [CodeMeaning],
      description: `Returns all ${noun}s and their meanings.`,
      scopes: [],
      resolve: () => Object.entries(codes),
    }),
  );
}

addCodes(
  'ErrorCode',
  'error code',
  'The `extensions.code` of every error. `extensions.requestId` identifies the request in the logs. `extensions.reason` is present if the upstream gave a reason: `server_key_rejected` if it rejected the key of the server, `concurrent_limit` if the account has reached its limit of concurrent sessions, or another text of the upstream.',
  Object.fromEntries(Object.entries(ERROR_CODES).map(([code, { meaning }]) => [code, meaning])),
);
addCodes(
  'IssueCode',
  'validation issue code',
  'The `code` of each entry of `extensions.issues`. Errors with `BAD_USER_INPUT` have this list, and those with `GRAPHQL_VALIDATION_FAILED` if a literal in the document is invalid. Each entry also has a `message` and a `path` in the arguments of the field, such as `["input", "name"]`, whether this API or the upstream found the problem.',
  ISSUE_CODES,
);
