import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { listen } from './listen.ts';

/** One subgraph of a supergraph. */
interface Subgraph {
  readonly name: string;
  readonly url: string;
  /** Its schema as composition reads it. */
  readonly sdl: string;
}

/**
 * Composes subgraphs and starts a gateway over them, for the running test. It forwards the Authorization header. The
 * gateway is the query planner and executor of Hive Gateway behind Yoga, because the gateway's own package brings an
 * install script.
 * @throws AggregateError if the subgraphs do not compose.
 */
export async function startGateway(subgraphs: readonly Subgraph[]): Promise<string> {
  const { supergraphSdl, errors } = composeServices(
    subgraphs.map(({ sdl, ...subgraph }) => ({ ...subgraph, typeDefs: parse(sdl) })),
  );
  if (supergraphSdl === undefined) throw new AggregateError(errors ?? [], 'Composition failed.');
  const schema = getStitchedSchemaFromSupergraphSdl({
    supergraphSdl,
    batch: true,
    httpExecutorOpts: {
      headers: (execution) => ({
        authorization: execution?.context?.request?.headers.get('authorization') ?? '',
      }),
    },
  });
  return `${await listen(createYoga<object>({ schema, logging: false, maskedErrors: false }))}/graphql`;
}
