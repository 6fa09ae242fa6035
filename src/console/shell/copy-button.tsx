import { useEffect, useState } from 'react';

/** How long the result is shown, in milliseconds. */
const MESSAGE_DURATION = 2_000;

/** Copies a text and reports the result. */
export function CopyButton({
  text,
  name = 'Copy',
}: {
  readonly text: string;
  readonly name?: string;
}) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), MESSAGE_DURATION);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    // Browsers have a clipboard only on localhost and https pages.
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  return (
    <button type="button" className="plain" onClick={copy}>
      {name}
      <span role="status" className="said">
        {outcome === 'copied' && 'Copied'}
        {outcome === 'failed' && 'Cannot copy. Select the text instead.'}
      </span>
    </button>
  );
}
