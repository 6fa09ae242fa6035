import { endpoint, hasExplorer } from './server.ts';

interface ExplorerLinkProps {
  /** The operation, as exported by the hooks. */
  readonly document: { toString(): string };
  readonly variables?: object;
}

/** Opens the page's operation in the explorer. */
export function ExplorerLink({ document: operation, variables = {} }: ExplorerLinkProps) {
  if (!hasExplorer) return null;
  const search = new URLSearchParams({
    query: operation.toString().trim(),
    variables: JSON.stringify(variables, null, 2),
  });
  return (
    <a className="button plain" href={`${endpoint}?${search}`}>
      Open in explorer
    </a>
  );
}
