import { useMutation as useApolloMutation, useQuery as useApolloQuery } from '@apollo/client/react';
import {
  type QueryClient,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useQuery as useUrqlQuery } from 'urql';
import { expectTypeOf, test } from 'vitest';
import { CreateAvatarDocument, PersonasDocument } from '../../src/hooks/documents.ts';
import { ApiError } from '../../src/hooks/errors.ts';
import {
  type AvatarImageInput,
  type Client,
  createAvatarMutation,
  createPollingHook,
  type ErrorExtensions,
  getNodes,
  type InputIssue,
  type KnowledgeDocumentQuery,
  type KnowledgeDocumentStatus,
  type PersonasConnectionQuery,
  type PersonasQuery,
  PersonaDocument as PersonaText,
  personaQuery,
  personasInfiniteQuery,
  personasQuery,
  uploadVoiceMutation,
  useCreateAvatarMutation,
  useCreateLegacySessionTokenMutation,
  useCreateSessionTokenMutation,
  useDeleteAvatarMutation,
  useInfinitePersonasConnectionQuery,
  useInfinitePersonasQuery,
  useKnowledgeDocumentPolling,
  useOptimisticDelete,
  useOptimisticUpdate,
  usePersonaQuery,
  usePersonasQuery,
  useSuspenseInfinitePersonasConnectionQuery,
  useSuspensePersonasQuery,
  useUpdatePersonaMutation,
} from '../../src/hooks/index.ts';
import type { ErrorExtensions as PackageExtensions } from '../../src/index.ts';

// Checked by the compiler: `npm run check` fails if a type is wrong.

test('the extensions of errors have one type, in the hooks, in the package and in the errors of hooks', () => {
  expectTypeOf<ErrorExtensions>().toEqualTypeOf<PackageExtensions>();
  expectTypeOf<ApiError['errors'][number]['extensions']>().toEqualTypeOf<
    Partial<ErrorExtensions> | undefined
  >();
  const readReason = ({ reason }: ErrorExtensions) => reason === 'concurrent_limit';
  expectTypeOf(readReason).returns.toBeBoolean();
  // @ts-expect-error No issue has this code.
  const isMistyped = ({ code }: InputIssue) => code === 'too_big';
  expectTypeOf(isMistyped).returns.toBeBoolean();
});

test('TanStack Query hooks have the data and error types of their operations', () => {
  const query = () => {
    const { data, error } = usePersonasQuery({ page: 1 });
    expectTypeOf(error).toEqualTypeOf<ApiError | null>();
    return data?.personas?.items[0]?.name;
  };
  const infinite = () => {
    const { data } = useInfinitePersonasConnectionQuery({ first: 20 });
    return data?.pages[0]?.personasConnection?.edges[0]?.node.id;
  };
  const nodes = () => {
    const { data } = useInfinitePersonasConnectionQuery({ first: 20 }, { select: getNodes });
    return data?.[0]?.name;
  };
  const mutate = () => {
    const mint = useCreateSessionTokenMutation();
    const upload = useCreateAvatarMutation();
    mint.mutate({ input: { personaConfig: { personaId: 'p' }, verify: true } });
    upload.mutate({ input: { displayName: 'Ada', image: { file: new Blob() } } });
    // @ts-expect-error A persona's configuration is required.
    mint.mutate({ input: {} });
    return mint.data?.createSessionToken?.token.sessionToken;
  };
  expectTypeOf(query).returns.toEqualTypeOf<string | null | undefined>();
  expectTypeOf(infinite).returns.toEqualTypeOf<string | undefined>();
  expectTypeOf(nodes).returns.toEqualTypeOf<string | null | undefined>();
  expectTypeOf(mutate).returns.toEqualTypeOf<string | undefined>();
});

test('select and enabled keep their types in each kind of query', () => {
  const query = () =>
    usePersonasQuery(
      {},
      {
        select: ({ personas }) => personas?.total,
        enabled: ({ state }) => (state.data?.personas?.items.length ?? 0) < 5,
      },
    ).data;
  const suspense = () =>
    useSuspensePersonasQuery({}, { select: ({ personas }) => personas?.total }).data;
  const infinite = () =>
    useInfinitePersonasQuery(
      {},
      {
        select: ({ pages }) => pages.map(({ personas }) => personas?.items.length),
        enabled: ({ state }) => state.data?.pages[0]?.personas?.page !== 2,
        getNextPageParam: ({ personas }) => ({ page: (personas?.page ?? 0) + 2 }),
      },
    ).data;
  const suspenseInfinite = () => useSuspenseInfinitePersonasConnectionQuery().data.pages[0];
  expectTypeOf(query).returns.toEqualTypeOf<number | null | undefined>();
  expectTypeOf(suspense).returns.toEqualTypeOf<number | null | undefined>();
  expectTypeOf(infinite).returns.toEqualTypeOf<(number | undefined)[] | undefined>();
  expectTypeOf(suspenseInfinite).returns.toEqualTypeOf<PersonasConnectionQuery | undefined>();
  // @ts-expect-error A component that suspends always has data.
  const disabled = () => useSuspensePersonasQuery({}, { enabled: false });
  // @ts-expect-error The next page is a variable of the operation.
  const wrong = () => useInfinitePersonasQuery({}, { getNextPageParam: () => ({ pages: 2 }) });
  // @ts-expect-error The persona's id is required.
  const missing = () => usePersonaQuery();
  expectTypeOf([disabled, wrong, missing]).items.toBeFunction();
});

test('a polling hook has the data of its query and whether it continues', () => {
  const polled = () => useKnowledgeDocumentPolling({ id: 'd' }, { pace: { interval: 500 } });
  const selected = () =>
    useKnowledgeDocumentPolling(
      { id: 'd' },
      { select: ({ knowledgeDocument }) => knowledgeDocument?.status },
    ).data;
  const useOwn = createPollingHook({
    document: PersonaText,
    isFinal: ({ persona }) => persona?.avatar !== null,
  });
  const own = () => useOwn({ id: 'p' }).data?.persona?.name;
  expectTypeOf(polled).returns.toHaveProperty('isPolling').toEqualTypeOf<boolean>();
  expectTypeOf(polled)
    .returns.toHaveProperty('data')
    .toEqualTypeOf<KnowledgeDocumentQuery | undefined>();
  expectTypeOf(selected).returns.toEqualTypeOf<KnowledgeDocumentStatus | null | undefined>();
  expectTypeOf(own).returns.toEqualTypeOf<string | null | undefined>();
  // @ts-expect-error The id is required.
  const missing = () => useKnowledgeDocumentPolling();
  // @ts-expect-error The option pace sets the interval.
  const twice = () => useKnowledgeDocumentPolling({ id: 'd' }, { refetchInterval: 5 });
  expectTypeOf([missing, twice]).items.toBeFunction();
});

test('the options of queries have the types of their data and errors in every function of TanStack Query', () => {
  const items = {
    page: 1,
    perPage: 20,
    lastPage: 1,
    nextPage: null,
    previousPage: null,
    items: [],
  };
  const initialData = { personas: { total: 0, ...items } };
  const initial = () => useQuery({ ...personasQuery(), initialData }).data.personas?.total;
  const selected = () =>
    useQuery({ ...personasQuery(), initialData, select: ({ personas }) => personas?.page }).data;
  const suspended = () => useSuspenseQuery(personaQuery({ id: 'p' })).data.persona?.name;
  const pages = () => useSuspenseInfiniteQuery(personasInfiniteQuery()).data.pages[0];
  const several = (ids: readonly string[]) =>
    useQueries({ queries: ids.map((id) => personaQuery({ id })) }).map(
      ({ data }) => data?.persona?.id,
    );
  const failed = () => [
    useQuery({ ...personasQuery(), retry: 1 }).error,
    useInfiniteQuery(personasInfiniteQuery()).error,
    useMutation(createAvatarMutation()).error,
    useMutation(uploadVoiceMutation()).error,
  ];
  const skipped = (id?: string) =>
    usePersonaQuery({ id: id ?? '' }, id ? {} : { queryFn: skipToken }).data?.persona?.name;
  expectTypeOf(initial).returns.toEqualTypeOf<number | null | undefined>();
  expectTypeOf(selected).returns.toEqualTypeOf<number | undefined>();
  expectTypeOf(suspended).returns.toEqualTypeOf<string | null | undefined>();
  expectTypeOf(pages).returns.toEqualTypeOf<PersonasQuery | undefined>();
  expectTypeOf(several).returns.toEqualTypeOf<(string | undefined)[]>();
  expectTypeOf(failed).returns.toEqualTypeOf<(ApiError | null)[]>();
  expectTypeOf(skipped).returns.toEqualTypeOf<string | null | undefined>();
});

test('keys have the data types of their queries', () => {
  const cached = (queryClient: QueryClient, client: Client) => [
    queryClient.getQueryData(personasQuery({ page: 1 }).queryKey)?.personas?.total,
    queryClient.getQueryData(personasInfiniteQuery({}, client).queryKey)?.pages[0]?.personas?.total,
  ];
  const fetched = async (queryClient: QueryClient, client: Client) => {
    const { personas } = await queryClient.fetchQuery(personasQuery({}, client));
    const { pages } = await queryClient.fetchInfiniteQuery(
      personasInfiniteQuery({ perPage: 5 }, client),
    );
    const { persona } = await client.request(PersonaText, { id: 'p' });
    // @ts-expect-error The id is required.
    await client.request(PersonaText);
    // @ts-expect-error The id is required.
    personaQuery();
    // @ts-expect-error A client sends strings, not syntax trees.
    await client.request(PersonasDocument);
    return [personas?.total, pages[0]?.personas?.total, persona?.name];
  };
  expectTypeOf(cached).returns.toEqualTypeOf<(number | null | undefined)[]>();
  expectTypeOf(fetched).returns.resolves.toEqualTypeOf<(number | string | null | undefined)[]>();
});

test('options of a request are typed variables of mutate', () => {
  const upload = async () => {
    const { mutate, mutateAsync, status, data } = useCreateAvatarMutation();
    const input = { displayName: 'Ada', image: { file: new Blob() } };
    const { signal } = new AbortController();
    mutate({ input, signal, onUploadProgress: (fraction) => fraction.toFixed() });
    mutate({ input }, { onSuccess: ({ createAvatar }) => createAvatar?.avatar.id });
    // @ts-expect-error Progress is a number.
    mutate({ input, onUploadProgress: (fraction: string) => fraction });
    useCreateLegacySessionTokenMutation().mutate({});
    if (status === 'success') return data.createAvatar?.avatar.id;
    return (await mutateAsync({ input, signal })).createAvatar?.avatar.id;
  };
  expectTypeOf(upload).returns.resolves.toEqualTypeOf<string | undefined>();
});

test('optimistic options can be combined with callbacks in mutations of records', () => {
  const optimistic = () => {
    const update = useUpdatePersonaMutation(useOptimisticUpdate('Persona'));
    const remove = useDeleteAvatarMutation({
      ...useOptimisticDelete('Avatar'),
      onSuccess: ({ deleteAvatar }) => deleteAvatar?.deletedId,
    });
    // @ts-expect-error A new record has no id yet.
    useCreateAvatarMutation(useOptimisticUpdate('Avatar'));
    // @ts-expect-error The resource does not exist.
    useOptimisticUpdate('Meeting');
    return [update.error, remove.error];
  };
  expectTypeOf(optimistic).returns.toEqualTypeOf<(ApiError | null)[]>();
});

test('an image is a file or a URL, never both', () => {
  expectTypeOf<{ file: File }>().toExtend<AvatarImageInput>();
  expectTypeOf<{ url: string }>().toExtend<AvatarImageInput>();
  expectTypeOf<{ file: File; url: string }>().not.toExtend<AvatarImageInput>();
  expectTypeOf<{ file: string }>().not.toExtend<AvatarImageInput>();
});

test('the code of an error narrows its type', () => {
  const narrow = (error: ApiError) => {
    if (error.code === 'BAD_USER_INPUT')
      expectTypeOf(error.issues).not.toEqualTypeOf<readonly []>();
    if (error.code === 'NOT_FOUND') expectTypeOf(error.issues).toEqualTypeOf<readonly []>();
  };
  expectTypeOf(narrow).parameter(0).toEqualTypeOf<ApiError>();
  const readIssues = (error: unknown) =>
    error instanceof ApiError && error.code === 'BAD_USER_INPUT' ? error.issues : [];
  expectTypeOf(readIssues).returns.toEqualTypeOf<readonly InputIssue[]>();
});

test('Apollo Client and urql accept the typed documents', () => {
  const apollo = () => {
    const { data } = useApolloQuery(PersonasDocument, { variables: { page: 1 } });
    const [create] = useApolloMutation(CreateAvatarDocument);
    void create({
      variables: { input: { displayName: 'Ada', image: { url: 'https://a.example' } } },
    });
    return data?.personas?.items?.[0]?.name;
  };
  const urql = () => {
    const [{ data }] = useUrqlQuery({ query: PersonasDocument, variables: { page: 1 } });
    return data?.personas?.items[0]?.name;
  };
  expectTypeOf(apollo).returns.toEqualTypeOf<string | null | undefined>();
  expectTypeOf(urql).returns.toEqualTypeOf<string | null | undefined>();
});
