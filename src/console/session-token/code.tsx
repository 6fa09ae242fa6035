import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { CreateSessionTokenDocument } from '../../hooks/index.ts';
import { CopyButton } from '../shell/display.tsx';

/** A code sample. */
interface Snippet {
  readonly name: string;
  readonly code: string;
}

const indent = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

/** Quotes a text for a POSIX shell. */
const quoteForShell = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Creates code samples that mint a token through the API at `url`. They contain no keys and no tokens. */
export function createSnippets(url: string, variables: object): readonly Snippet[] {
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

interface CodeTabsProps {
  /** What the samples are, for screen readers. */
  readonly label: string;
  readonly snippets: readonly Snippet[];
}

/** Code samples in tabs. */
export function CodeTabs({ label, snippets }: CodeTabsProps) {
  const [chosen, setChosen] = useState(snippets[0]?.name);
  const code = snippets.find(({ name }) => name === chosen)?.code ?? '';
  return (
    <Tabs.Root className="code-tabs" value={chosen} onValueChange={setChosen}>
      <Tabs.List className="row" aria-label={label} activateOnFocus>
        {snippets.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(({ name, code }) => (
        <Tabs.Panel key={name} value={name} render={<pre />}>
          {code}
        </Tabs.Panel>
      ))}
      <CopyButton text={code} name="Copy code" />
    </Tabs.Root>
  );
}
