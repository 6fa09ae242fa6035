import {
  CreateSessionTokenDocument,
  type CreateSessionTokenMutationVariables,
} from '../../hooks/index.ts';

/** A piece of code that mints the same token. */
export interface Snippet {
  readonly name: string;
  readonly code: string;
}

const indent = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

/** In single quotes, whatever is in it. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Code that mints such a token, for the API at `url`; it has no key and no token in it. */
export function snippetsFor(
  url: string,
  variables: CreateSessionTokenMutationVariables,
): readonly Snippet[] {
  const query = CreateSessionTokenDocument.toString().trim();
  const pretty = JSON.stringify(variables, null, 2);
  const body = JSON.stringify({ query, variables });
  return [
    {
      name: 'Hook',
      code: `import { useCreateSessionTokenMutation } from 'avatar-graphql/hooks';

const mint = useCreateSessionTokenMutation();
const { createSessionToken } = await mint.mutateAsync(${pretty});
startSession(createSessionToken.sessionToken);`,
    },
    {
      name: 'fetch',
      code: `const response = await fetch('${url}', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    query: \`${indent(query, 4)}\`,
    variables: ${indent(pretty, 4)},
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
