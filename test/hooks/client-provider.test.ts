import { QueryClient, QueryClientProvider, skipToken } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type Client,
  ClientProvider,
  CreateAvatarDocument,
  createAvatarMutation,
  createClient,
  getOperationKey,
  getResourceKey,
  operationMutation,
  operationQuery,
  PersonasDocument,
  personaQuery,
  personasInfiniteQuery,
  personasQuery,
  TypedDocumentString,
  usePersonasQuery,
} from '../../src/hooks/index.ts';

const variables = { page: 1 };

const total = (count: number) => ({
  personas: { totalCount: count, nodes: [] },
});

/** Creates a client whose lists have `count` personas. */
const createClientOf = (count: number, name?: string): Client =>
  createClient({
    url: 'http://127.0.0.1/graphql',
    fetch: async () => Response.json({ data: total(count) }),
    ...(name && { name }),
  });

function Total() {
  const { data } = usePersonasQuery(variables);
  return createElement('b', {}, data?.personas?.totalCount ?? 'none');
}

const render = (queryClient: QueryClient, client: Client) =>
  renderToString(
    createElement(
      QueryClientProvider,
      { client: queryClient },
      createElement(ClientProvider, { client }, createElement(Total)),
    ),
  );

const prefetch = (queryClient: QueryClient, client: Client) =>
  queryClient.prefetchQuery(personasQuery(variables, client));

test('data that was fetched with one client is not shown with another one of the same name', async () => {
  const queryClient = new QueryClient();
  const [ada, grace] = [createClientOf(1), createClientOf(2)];
  await prefetch(queryClient, ada);
  expect(render(queryClient, ada)).toBe('<b>1</b>');
  expect(() => render(queryClient, grace)).toThrow(
    'A QueryClient has data of two clients named "default".',
  );
  queryClient.clear();
  expect(render(queryClient, grace)).toBe('<b>none</b>');
});

test('a query and its hook without a client use the default client', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: total(3) }));
  onTestFinished(() => void vi.unstubAllGlobals());
  const queryClient = new QueryClient();
  await queryClient.prefetchQuery(personasQuery(variables));
  const page = createElement(QueryClientProvider, { client: queryClient }, createElement(Total));
  expect(renderToString(page)).toBe('<b>3</b>');
});

test('clients with different names have their own data in a shared QueryClient', async () => {
  const queryClient = new QueryClient();
  const [eu, us] = [createClientOf(1, 'eu'), createClientOf(2, 'us')];
  await Promise.all([prefetch(queryClient, eu), prefetch(queryClient, us)]);
  expect([eu, us].map((client) => render(queryClient, client))).toStrictEqual([
    '<b>1</b>',
    '<b>2</b>',
  ]);
  await queryClient.invalidateQueries({ queryKey: getOperationKey(PersonasDocument, eu) });
  const isStale = (client: Client) =>
    queryClient.getQueryState(personasQuery(variables, client).queryKey)?.isInvalidated;
  expect([isStale(eu), isStale(us)]).toStrictEqual([true, false]);
});

test('the keys of operations and resources match all of their queries, also those that contain a record', () => {
  const queryClient = new QueryClient();
  const client = createClientOf(1);
  const keys: readonly (readonly unknown[])[] = [
    personasQuery(variables).queryKey,
    personasQuery().queryKey,
    personasInfiniteQuery(variables).queryKey,
    personaQuery({ id: 'p' }).queryKey,
  ];
  for (const key of keys) queryClient.setQueryData<unknown>(key, {});
  const match = (queryKey: readonly unknown[]) =>
    queryClient
      .getQueryCache()
      .findAll({ queryKey })
      .map((query) => query.queryKey);
  expect(match(getOperationKey(PersonasDocument))).toStrictEqual(keys.slice(0, 3));
  // Without variables, the key of a query matches the same query with any.
  expect(match(personasQuery().queryKey)).toStrictEqual(keys.slice(0, 2));
  expect(match(getResourceKey('Persona'))).toStrictEqual(keys);
  expect(match(getResourceKey('Avatar', client))).toStrictEqual(keys);
  expect(match(getResourceKey('Llm'))).toStrictEqual(keys.slice(3));
  expect(match(getResourceKey('Tool'))).toStrictEqual([]);
  expect(match(getResourceKey('Persona', createClientOf(1, 'eu')))).toStrictEqual([]);
});

test('a query of an own document has the keys of generated ones, and waits with a skipToken', async () => {
  const queryClient = new QueryClient();
  const client = createClientOf(4);
  const document = new TypedDocumentString<{ personas: { totalCount: number } }, { page: number }>(
    'query Total($page: Int) { personas(page: $page) { totalCount } }',
    { resources: ['Persona'] },
  );
  const query = operationQuery(document, variables, client);
  expect((await queryClient.fetchQuery(query)).personas.totalCount).toBe(4);
  for (const queryKey of [getResourceKey('Persona'), getOperationKey(document)])
    expect(queryClient.getQueryCache().findAll({ queryKey })).toHaveLength(1);
  expect(operationQuery(document, skipToken, client).queryFn).toBe(skipToken);
  expect(operationQuery(document, variables, client, { errors: 'partial' }).queryKey).not.toEqual(
    query.queryKey,
  );
});

test('the key of a mutation has the name of its client, as the key of its operation', () => {
  const eu = createClientOf(1, 'eu');
  const { mutationKey } = operationMutation(CreateAvatarDocument, eu);
  expect(mutationKey).toStrictEqual(getOperationKey(CreateAvatarDocument, eu));
  expect(mutationKey).not.toStrictEqual(createAvatarMutation().mutationKey);
});
