export function Loading({ what }: { readonly what: string }) {
  return (
    <p role="status" className="loading">
      Loading {what}…
    </p>
  );
}
