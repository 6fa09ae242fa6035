import { composeServices as composeWithApollo } from '@apollo/composition';
import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import { composeServices } from '@theguild/federation-composition';
import { type DocumentNode, parse } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { listen } from './listen.ts';

/** One subgraph of a supergraph. */
interface Subgraph {
  readonly name: string;
  readonly url: string;
  /** Its schema as composition reads it. */
  readonly sdl: string;
}

type Compose = (subgraphs: readonly (Subgraph & { readonly typeDefs: DocumentNode })[]) => {
  readonly supergraphSdl?: string | undefined;
  readonly errors?: readonly Error[] | undefined;
};

/** The composers of supergraphs by the gateways that use them. Each rejects schemas that the other accepts. */
export const COMPOSERS: Readonly<Record<'hive' | 'apollo', Compose>> = {
  hive: (subgraphs) => composeServices([...subgraphs]),
  apollo: (subgraphs) => composeWithApollo([...subgraphs]),
};

/**
 * Composes subgraphs and starts a gateway over them, for the running test. It forwards the Authorization header. The
 * gateway is the query planner and executor of Hive Gateway behind Yoga, because the gateway's own package brings an
 * install script.
 * @throws AggregateError if the subgraphs do not compose.
 */
export async function startGateway(
  subgraphs: readonly Subgraph[],
  compose: Compose = COMPOSERS.hive,
): Promise<string> {
  const { supergraphSdl, errors } = compose(
    subgraphs.map((subgraph) => ({ ...subgraph, typeDefs: parse(subgraph.sdl) })),
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
