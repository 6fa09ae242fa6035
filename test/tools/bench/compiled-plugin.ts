import { print } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { compile } from './bare-graph.ts';

/** Executes compiled documents. */
export const compiled: Plugin = {
  onExecute({ setExecuteFn }) {
    setExecuteFn(({ document, contextValue, variableValues }) => {
      const text = document.loc?.source.body ?? print(document);
      return compile(text).query({}, contextValue, variableValues);
    });
  },
};
