/** A resource's complete record, as the upstream returned it. */
export function RecordDetails({ record }: { readonly record: Record<string, unknown> }) {
  return (
    <details className="record">
      <summary>Raw JSON</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre tabIndex={0}>{JSON.stringify(record, null, 2)}</pre>
    </details>
  );
}
