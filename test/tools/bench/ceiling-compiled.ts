import { compile, createContext } from './bare-graph.ts';
import { serveBare } from './bare-server.ts';

// The second ceiling: the compiled graph on node:http, and nothing else.

serveBare(async (text) => {
  const { query, variables } = JSON.parse(text);
  return JSON.stringify(await compile(query).query({}, createContext(), variables));
});
