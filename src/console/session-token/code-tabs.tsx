import { type KeyboardEvent, useId, useState } from 'react';
import { CopyButton } from '../shell/copy-button.tsx';
import type { Snippet } from './snippets.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Code samples in tabs, with the keyboard support of the ARIA tabs pattern. */
export function CodeTabs({ snippets }: { readonly snippets: readonly Snippet[] }) {
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const code = snippets[chosen]?.code ?? '';
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    const next = (chosen + step + snippets.length) % snippets.length;
    setChosen(next);
    document.getElementById(`${id}-tab-${next}`)?.focus();
  };
  return (
    <div className="code-tabs">
      <div role="tablist" aria-label="Code" onKeyDown={move}>
        {snippets.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <pre
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${chosen}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
        tabIndex={0}
      >
        {code}
      </pre>
      <CopyButton text={code} name="Copy code" />
    </div>
  );
}
