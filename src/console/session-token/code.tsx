import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { CreateSessionTokenDocument } from '../../hooks/index.ts';
import { CopyButton } from '../shell/display.tsx';
import { endpoint } from '../shell/server.ts';

const indent = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

/** Quotes a text for a POSIX shell. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Creates code samples, by name, that mint a token through the API at `url`. They contain no keys and no tokens. */
function createSnippets(url: string, variables: object): Readonly<Record<string, string>> {
  const query = CreateSessionTokenDocument.toString().trim();
  const formattedVariables = JSON.stringify(variables, null, 2);
  const body = JSON.stringify({ query, variables });
  return {
    Hook: `import { useCreateSessionTokenMutation } from 'avatar-graphql-hooks';

const createToken = useCreateSessionTokenMutation();
const { createSessionToken } = await createToken.mutateAsync(${formattedVariables});
startSession(createSessionToken.token.sessionToken);`,
    fetch: `const response = await fetch('${url}', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    query: \`${indent(query, 4)}\`,
    variables: ${indent(formattedVariables, 4)},
  }),
});
const { data, errors } = await response.json();`,
    curl: `curl -s ${url} \\
  -H 'content-type: application/json' \\
  -d ${quoteForShell(body)}`,
  };
}

/** Code samples in tabs, with the values of the form. */
export function CodeTabs({ input }: { readonly input: object }) {
  const snippets = createSnippets(`${location.origin}${endpoint}`, { input });
  const [chosen, setChosen] = useState('Hook');
  return (
    <Tabs.Root className="stack" value={chosen} onValueChange={setChosen}>
      <Tabs.List className="row" aria-label="Code" activateOnFocus>
        {Object.keys(snippets).map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(snippets).map(([name, code]) => (
        <Tabs.Panel key={name} value={name} render={<pre />}>
          {code}
        </Tabs.Panel>
      ))}
      <CopyButton text={snippets[chosen] ?? ''} name="Copy code" />
    </Tabs.Root>
  );
}
