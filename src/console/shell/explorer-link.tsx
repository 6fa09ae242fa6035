interface ExplorerLinkProps {
  /** The operation, as the hooks export it. */
  readonly document: { toString(): string };
  readonly variables?: object;
}

/** Opens an operation in the explorer, as this page runs it. */
export function ExplorerLink({ document, variables = {} }: ExplorerLinkProps) {
  const search = new URLSearchParams({
    query: document.toString().trim(),
    variables: JSON.stringify(variables, null, 2),
  });
  return (
    <a className="button plain" href={`/graphql?${search}`}>
      Open in the explorer
    </a>
  );
}
