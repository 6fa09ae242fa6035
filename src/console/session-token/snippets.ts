import {
  CreateSessionTokenDocument,
  type CreateSessionTokenMutationVariables,
} from '../../hooks/index.ts';

/** A code sample that mints the same token. */
export interface Snippet {
  readonly name: string;
  readonly code: string;
}

const indent = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

/** Quotes a text for a POSIX shell. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Creates code samples that mint a token through the API at `url`. They contain no keys and no tokens. */
export function createSnippets(
  url: string,
  variables: CreateSessionTokenMutationVariables,
): readonly Snippet[] {
  const query = CreateSessionTokenDocument.toString().trim();
  const formattedVariables = JSON.stringify(variables, null, 2);
  const body = JSON.stringify({ query, variables });
  return [
    {
      name: 'Hook',
      code: `import { useCreateSessionTokenMutation } from 'avatar-graphql-hooks';

const createToken = useCreateSessionTokenMutation();
const { createSessionToken } = await createToken.mutateAsync(${formattedVariables});
startSession(createSessionToken.token.sessionToken);`,
    },
    {
      name: 'fetch',
      code: `const response = await fetch('${url}', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    query: \`${indent(query, 4)}\`,
    variables: ${indent(formattedVariables, 4)},
  }),
});
const { data, errors } = await response.json();`,
    },
    {
      name: 'curl',
      code: `curl -s ${url} \\
  -H 'content-type: application/json' \\
  -d ${quoteForShell(body)}`,
    },
  ];
}
