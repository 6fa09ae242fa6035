/** The data of a query of a connection. */
type Page<Node> = Readonly<
  Record<string, { readonly edges: readonly { readonly node: Node }[] } | null>
>;

/**
 * Returns the records of all pages that an infinite hook of a connection has fetched. Also a `select` option:
 * `useInfinitePersonasConnectionQuery({}, { select: getNodes })`.
 */
export const getNodes = <Node>(data: { readonly pages: readonly Page<Node>[] }): Node[] =>
  data.pages.flatMap((page) =>
    Object.values(page).flatMap((connection) => connection?.edges.map(({ node }) => node) ?? []),
  );
