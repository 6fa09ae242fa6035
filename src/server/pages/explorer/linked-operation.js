// Runs in the browser and replaces the page's call of GraphiQL. GraphiQL reads `query` from the URL but not
// `variables`: this script opens a linked operation with both, in a tab before the examples.
window.startExplorer = (root, options) => {
  const { searchParams } = new URL(location.href);
  const [query, variables] = [searchParams.get('query'), searchParams.get('variables')];
  const isLinked = query !== null && variables !== null;
  const linkedOptions = {
    variables,
    defaultTabs: [{ query, variables }, ...(options.defaultTabs ?? [])],
  };
  YogaGraphiQL.renderYogaGraphiQL(root, isLinked ? { ...options, ...linkedOptions } : options);
};
