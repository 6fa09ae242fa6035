/** Whether there is an explorer to lead to: the server says in its page where there is none. */
export const hasExplorer = document.documentElement.dataset.explorer !== 'off';

interface ExplorerLinkProps {
  /** The operation, as the hooks export it. */
  readonly document: { toString(): string };
  readonly variables?: object;
}

/** Opens an operation in the explorer, as this page runs it. */
export function ExplorerLink({ document: operation, variables = {} }: ExplorerLinkProps) {
  if (!hasExplorer) return null;
  const search = new URLSearchParams({
    query: operation.toString().trim(),
    variables: JSON.stringify(variables, null, 2),
  });
  return (
    <a className="button plain" href={`/graphql?${search}`}>
      Open in the explorer
    </a>
  );
}
