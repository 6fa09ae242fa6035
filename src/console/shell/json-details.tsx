interface JsonDetailsProps {
  readonly title: string;
  readonly value: unknown;
}

/** JSON, folded. */
export function JsonDetails({ title, value }: JsonDetailsProps) {
  return (
    <details className="json">
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
    </details>
  );
}
