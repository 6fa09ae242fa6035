// Runs in the browser, in place of the page's own start. GraphiQL takes `query` from its address but no `variables`;
// with this a link opens an operation as it is meant to run, in a tab before the examples.
window.startExplorer = (root, options) => {
  const { searchParams } = new URL(location.href);
  const [query, variables] = [searchParams.get('query'), searchParams.get('variables')];
  const isLinked = query !== null && variables !== null;
  const linked = { variables, defaultTabs: [{ query, variables }, ...(options.defaultTabs ?? [])] };
  YogaGraphiQL.renderYogaGraphiQL(root, isLinked ? { ...options, ...linked } : options);
};
