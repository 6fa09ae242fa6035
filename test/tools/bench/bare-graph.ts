import DataLoader from 'dataloader';
import { parse, print } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Plugin } from 'graphql-yoga';
import { Pool } from 'undici';
import { createTrustedCaller } from '../../../src/graphql/authorization/caller.ts';
import { schema } from '../../../src/graphql/schema.ts';

// The product's graph, compiled by graphql-jit, over undici alone: no limits, no deadlines, no validation of what the
// upstream answers, no translation of errors. The ceiling and both Yogas serve this one.

/** A call of the upstream. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string | null;
}

/** Makes a call and returns what its JSON says. */
type CallUpstream = (call: Call) => Promise<unknown>;

const pool = new Pool(process.env.UPSTREAM_URL ?? '');
const headers = { accept: 'application/json', 'content-type': 'application/json' };

/** Calls the upstream with nothing around it. */
export const callBare: CallUpstream = ({ method, path, body = null }) =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pool.dispatch(
      { method, path, headers, body },
      {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData(_, chunk) {
          chunks.push(chunk);
        },
        onResponseEnd() {
          const [first] = chunks;
          const bytes = first && chunks.length === 1 ? first : Buffer.concat(chunks);
          resolve(JSON.parse(bytes.toString()));
        },
        onResponseError(_, error) {
          reject(error);
        },
      },
    );
  });

const createRest = (upstream: CallUpstream) => ({
  personas: ({ query }: { query: Record<string, unknown> }) =>
    upstream({
      method: 'GET',
      path: `/v1/personas?page=${query.page}&perPage=${query.perPage}&search=${query.search ?? ''}`,
    }),
  createSessionToken: ({ body }: { body: unknown }) =>
    upstream({ method: 'POST', path: '/v1/auth/session-token', body: JSON.stringify(body) }),
});

const createLoaders = (upstream: CallUpstream) => {
  const byId = (resource: string) =>
    new DataLoader((ids: readonly string[]) =>
      Promise.all(ids.map((id) => upstream({ method: 'GET', path: `/v1/${resource}/${id}` }))),
    );
  const byName: Record<string, DataLoader<string, unknown>> = {
    avatar: byId('avatars'),
    tool: byId('tools'),
    persona: byId('personas'),
  };
  const load = (name: string, id: string) => byName[name]?.load(id);
  return {
    load,
    loadRelated: load,
    // Without checks for summaries.
    loadField: (_: string, record: object, getValue: (record: object) => unknown) =>
      getValue(record),
    prime: () => undefined,
    supports: () => true,
  };
};

/** Returns a function that creates the context of one request. */
export const createContexts = (upstream: CallUpstream): (() => object) => {
  const rest = createRest(upstream);
  return () => ({
    rest,
    caller: createTrustedCaller(undefined, false),
    loaders: createLoaders(upstream),
  });
};

const queries = new Map<string, CompiledQuery>();

/** A document, compiled once. @throws Error for one that graphql-jit refuses. */
export function compile(query: string): CompiledQuery {
  const known = queries.get(query);
  if (known) return known;
  const made = compileQuery(schema, parse(query));
  if (!isCompiledQuery(made)) throw new Error('The query does not compile.');
  queries.set(query, made);
  return made;
}

/** Executes compiled documents. */
export const compiled: Plugin = {
  onExecute({ setExecuteFn }) {
    setExecuteFn(({ document, contextValue, variableValues }) => {
      const text = document.loc?.source.body ?? print(document);
      return compile(text).query({}, contextValue, variableValues);
    });
  },
};
