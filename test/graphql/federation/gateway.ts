import { composeServices as composeWithApollo } from '@apollo/composition';
import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import { composeServices } from '@theguild/federation-composition';
import { type DocumentNode, parse } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { listen } from '../../support/resources.ts';

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

const LINK =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable"])';

const TYPES = /* GraphQL */ `
  type Appointment {
    id: ID!
    persona: Persona
    avatar: Avatar
  }
  type Query {
    appointments(count: Int! = 2): [Appointment!]!
    pageInfo: PageInfo!
  }
`;

const ENTITIES = /* GraphQL */ `
  type Persona @key(fields: "id") { id: ID! appointments: [Appointment!]! }
  type Avatar @key(fields: "id", resolvable: false) { id: ID! }
  type PageInfo @shareable {
    hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String
  }
`;

const PROTOCOL = /* GraphQL */ `
  scalar _Any
  union _Entity = Persona
  extend type Query { _entities(representations: [_Any!]!): [_Entity]! }
`;

/** What composition reads of the subgraph. */
export const APPOINTMENTS: string = `${LINK}\n${TYPES}\n${ENTITIES}`;

/**
 * Starts a second subgraph, which knows the appointments of personas, for the running test. `refer` returns the persona
 * and the avatar of an appointment by its index.
 */
export async function startAppointmentsSubgraph(
  refer: (index: number) => { readonly personaId: string; readonly avatarId: string },
): Promise<string> {
  const appointment = (index: number) => {
    const { personaId, avatarId } = refer(index);
    return { id: `${index}`, persona: { id: personaId }, avatar: { id: avatarId } };
  };
  const schema = createSchema({
    typeDefs: `${TYPES}\n${ENTITIES.replace(/@\w+(\(.*?\))?/g, '')}\n${PROTOCOL}`,
    resolvers: {
      Query: {
        appointments: (_: unknown, { count }: { count: number }) =>
          Array.from({ length: count }, (_, index) => appointment(index)),
        pageInfo: () => ({ hasNextPage: false, hasPreviousPage: false }),
        _entities: (_: unknown, { representations }: { representations: { id: string }[] }) =>
          representations.map(({ id }) => ({ id, appointments: [appointment(0)] })),
      },
      _Entity: { __resolveType: () => 'Persona' },
    },
  });
  return `${await listen(createYoga<object>({ schema, logging: false }))}/graphql`;
}
