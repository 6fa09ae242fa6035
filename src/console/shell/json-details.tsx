import { type ReactNode, useState } from 'react';

interface DetailsProps {
  readonly title: string;
  /** Rendered only while it is unfolded. */
  readonly children: () => ReactNode;
}

/** A folded part of a page. */
export function Details({ title, children }: DetailsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="json" onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}

export const Json = ({ value }: { readonly value: unknown }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
  <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
);

interface JsonDetailsProps {
  readonly title: string;
  readonly value: unknown;
}

/** JSON, folded. */
export const JsonDetails = ({ title, value }: JsonDetailsProps) => (
  <Details title={title}>{() => <Json value={value} />}</Details>
);
