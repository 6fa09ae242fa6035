import DataLoader from 'dataloader';
import { parse } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { createTrustedCaller } from '../../../src/graphql/authorization/caller.ts';
import { schema } from '../../../src/graphql/schema.ts';
import { bareUpstream, type Call } from './bare-upstream.ts';

// The product's graph over the bare upstream, compiled by graphql-jit: no limits, no deadlines, no validation of what the
// upstream answers, no translation of errors. The ceilings that need a graph serve this one.

/** Makes a call and returns what its JSON says. */
type CallUpstream = (call: Call) => Promise<unknown>;

const bare = bareUpstream(process.env.UPSTREAM_URL ?? '');
/** Calls the upstream with nothing around it. */
export const callBare: CallUpstream = async (call) => JSON.parse((await bare(call)).toString());

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

/** The context of one request. */
export const createContext: () => object = createContexts(callBare);

const compiled = new Map<string, CompiledQuery>();

/** A document, compiled once. @throws Error for one that graphql-jit refuses. */
export function compile(query: string): CompiledQuery {
  const known = compiled.get(query);
  if (known) return known;
  const made = compileQuery(schema, parse(query));
  if (!isCompiledQuery(made)) throw new Error('The query does not compile.');
  compiled.set(query, made);
  return made;
}
