import { createServer, type RequestListener } from 'node:http';
import DataLoader from 'dataloader';
import { parse, print } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { createYoga, type Plugin } from 'graphql-yoga';
import { Pool } from 'undici';
import { createTrustedCaller } from '../../../src/graphql/authorization/caller.ts';
import { schema } from '../../../src/graphql/schema.ts';

// The product's graph, compiled by graphql-jit, over undici alone: no limits, no deadlines, no validation of what the
// upstream answers, no translation of errors. RIVAL is `ceiling`, on node:http and nothing else, or `yoga`, which a team
// writes in an hour.

/** A call of the upstream. */
interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string | null;
}

const pool = new Pool(process.env.UPSTREAM_URL ?? '');
const headers = { accept: 'application/json', 'content-type': 'application/json' };

/** Calls the upstream, and returns what its JSON says. */
const callUpstream = ({ method, path, body = null }: Call): Promise<unknown> =>
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

const rest = {
  personas: ({ query }: { query: Record<string, unknown> }) =>
    callUpstream({
      method: 'GET',
      path: `/v1/personas?page=${query.page}&perPage=${query.perPage}&search=${query.search ?? ''}`,
    }),
  createSessionToken: ({ body }: { body: unknown }) =>
    callUpstream({
      method: 'POST',
      path: '/v1/auth/session-token',
      body: JSON.stringify(body),
    }),
};

const createLoaders = () => {
  const byId = (resource: string) =>
    new DataLoader((ids: readonly string[]) =>
      Promise.all(ids.map((id) => callUpstream({ method: 'GET', path: `/v1/${resource}/${id}` }))),
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

const createContext = () => ({
  rest,
  caller: createTrustedCaller(undefined, false),
  loaders: createLoaders(),
});

const queries = new Map<string, CompiledQuery>();

/** A document, compiled once. @throws Error for one that graphql-jit refuses. */
function compile(query: string): CompiledQuery {
  const known = queries.get(query);
  if (known) return known;
  const made = compileQuery(schema, parse(query));
  if (!isCompiledQuery(made)) throw new Error('The query does not compile.');
  queries.set(query, made);
  return made;
}

/** Executes compiled documents. */
const compiled: Plugin = {
  onExecute({ setExecuteFn }) {
    setExecuteFn(({ document, contextValue, variableValues }) => {
      const text = document.loc?.source.body ?? print(document);
      return compile(text).query({}, contextValue, variableValues);
    });
  },
};

async function answer(text: string): Promise<string> {
  const { query, variables } = JSON.parse(text);
  return JSON.stringify(await compile(query).query({}, createContext(), variables));
}

const serveBare: RequestListener = (request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    answer(text).then(
      (body) => {
        response.writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        });
        response.end(body);
      },
      () => response.writeHead(502).end(),
    );
  });
};

const yoga = createYoga({ schema, context: createContext, logging: false, plugins: [compiled] });

const server = createServer(process.env.RIVAL === 'yoga' ? yoga : serveBare);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  process.stdout.write(`http://127.0.0.1:${port}/graphql\n`);
});
