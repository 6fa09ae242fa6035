import { useEffect, useState } from 'react';

/** Milliseconds for which a button says that it has copied. */
const SAID_FOR = 2_000;

/** Copies a text, and says so. */
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
    const timer = setTimeout(() => setOutcome(undefined), SAID_FOR);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    // There is no clipboard on a page that is neither local nor served by HTTPS.
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  return (
    <button type="button" className="plain" onClick={copy}>
      {name}
      <span role="status" className="said">
        {outcome === 'copied' && 'Copied'}
        {outcome === 'failed' && 'Cannot copy here: select the text'}
      </span>
    </button>
  );
}
