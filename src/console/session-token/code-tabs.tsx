import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import { CopyButton } from '../shell/display.tsx';
import type { Snippet } from './snippets.ts';

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
      <Tabs.List aria-label={label} activateOnFocus>
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
