import DataLoader from 'dataloader';
import { parse } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { createTrustedCaller } from '../../src/graphql/authorization/caller.ts';
import { schema } from '../../src/graphql/schema.ts';
import { bareUpstream } from './bare-upstream.ts';

// The product's graph over the bare upstream, compiled by graphql-jit: no limits, no deadlines, no validation of what the
// upstream answers, no translation of errors. The ceilings that need a graph serve this one.

const upstream = bareUpstream(process.env.UPSTREAM_URL ?? '');
const get = async (path: string) =>
  JSON.parse((await upstream({ method: 'GET', path })).toString());
const byId = (resource: string) =>
  new DataLoader((ids: readonly string[]) =>
    Promise.all(ids.map((id) => get(`/v1/${resource}/${id}`))),
  );

const rest = {
  personas: ({ query }: { query: Record<string, unknown> }) =>
    get(`/v1/personas?page=${query.page}&perPage=${query.perPage}&search=${query.search ?? ''}`),
  createSessionToken: async ({ body }: { body: unknown }) => {
    const call = { path: '/v1/auth/session-token', body: JSON.stringify(body) };
    return JSON.parse((await upstream({ method: 'POST', ...call })).toString());
  },
};

const createLoaders = () => {
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
    read: (_: string, record: object, read: (record: object) => unknown) => read(record),
    prime: () => undefined,
    supports: () => true,
  };
};

/** The context of one request. */
export const createContext = (): object => ({
  rest,
  caller: createTrustedCaller(undefined, false),
  loaders: createLoaders(),
});

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
