import {
  ConnectionHandler,
  commitMutation,
  createOperationDescriptor,
  Environment,
  fetchQuery,
  type GraphQLTaggedNode,
  getRequest,
  type MutationParameters,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';
import CREATE, {
  type documentsCreateMutation,
} from './__generated__/documentsCreateMutation.graphql.ts';
import DELETE, {
  type documentsDeleteMutation,
} from './__generated__/documentsDeleteMutation.graphql.ts';
import PERSONAS, {
  type documentsPersonasQuery,
} from './__generated__/documentsPersonasQuery.graphql.ts';

const [, , url = ''] = process.argv;

const environment = new Environment({
  network: Network.create(async ({ text }, variables) => {
    const body = JSON.stringify({ query: text, variables });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(url, { method: 'POST', headers, body })).json();
  }),
  store: new Store(new RecordSource()),
});

const connections = [ConnectionHandler.getConnectionID('client:root', 'documents_personas')];

const mutate = <Operation extends MutationParameters>(
  mutation: GraphQLTaggedNode,
  variables: Operation['variables'],
) =>
  new Promise<Operation['response']>((resolve, reject) =>
    commitMutation<Operation>(environment, {
      mutation,
      variables,
      onCompleted: (response, errors) => (errors ? reject(errors) : resolve(response)),
      onError: reject,
    }),
  );

/** The names of the connection in the store. */
function listNames() {
  const { edges } = Object(
    environment
      .getStore()
      .getSource()
      .get(connections[0] ?? ''),
  );
  const source = environment.getStore().getSource();
  return edges.__refs.map((ref: string) => {
    const node = Object(source.get(ref)).node.__ref;
    return source.get(node)?.name;
  });
}

const variables = { first: 2 };
const operation = createOperationDescriptor(getRequest(PERSONAS), variables);
environment.retain(operation);
await fetchQuery<documentsPersonasQuery>(environment, PERSONAS, variables).toPromise();
const before = listNames();
const { createPersona } = await mutate<documentsCreateMutation>(CREATE, {
  input: { name: 'Ada' },
  connections,
});
const inserted = listNames();
const id = createPersona?.personaEdge.node.id ?? '';
await mutate<documentsDeleteMutation>(DELETE, { id, connections });
const deleted = listNames();

process.stdout.write(
  JSON.stringify({
    created: inserted[0],
    isInserted: inserted.length === before.length + 1,
    isDeleted: JSON.stringify(deleted) === JSON.stringify(before),
  }),
);
