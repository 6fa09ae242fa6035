import DataLoader from 'dataloader';
import { parse } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { trusted } from '../../src/callers/caller.ts';
import { schema } from '../../src/graphql/schema.ts';
import { serveBare } from './bare-server.ts';
import { bareUpstream } from './bare-upstream.ts';

// The second ceiling: the same graph on node:http, its documents compiled by graphql-jit, and nothing else: no limits,
// no time limits, no validation of what the upstream answers, no translation of errors, no request ids.

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

const context = () => ({
  rest,
  caller: trusted(undefined, false),
  furtherModels: [],
  loaders: {
    avatar: byId('avatars'),
    tool: byId('tools'),
    persona: byId('personas'),
    isSummary: () => false,
    canComplete: () => false,
  },
});

const compiled = new Map<string, CompiledQuery>();

function compile(query: string): CompiledQuery {
  const known = compiled.get(query);
  if (known) return known;
  const made = compileQuery(schema, parse(query));
  if (!isCompiledQuery(made)) throw new Error('The query does not compile.');
  compiled.set(query, made);
  return made;
}

serveBare(async (text) => {
  const { query, variables } = JSON.parse(text);
  return JSON.stringify(await compile(query).query({}, context(), variables));
});
