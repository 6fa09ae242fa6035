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
import { expectTypeOf, test } from 'vitest';
import { PersonasDocument } from '../../src/hooks/documents.ts';
import type { ApiError } from '../../src/hooks/errors.ts';
import {
  type AvatarImageInput,
  type Client,
  type ErrorExtensions,
  type InputIssue,
  operationQuery,
  type PersonaQuery,
  type PersonasQuery,
  PersonaDocument as PersonaText,
  personaQuery,
  personasInfiniteQuery,
  personasQuery,
  updatePersonaMutation,
  useCreateAvatarMutation,
  useCreateLegacySessionTokenMutation,
  useCreateSessionTokenMutation,
  useInfinitePersonasQuery,
  usePersonaQuery,
  usePersonasQuery,
  useSuspenseInfinitePersonasQuery,
  useSuspensePersonaQuery,
  useSuspensePersonasQuery,
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

test('each kind of hook has the data and error types of its operation, also with select and enabled', () => {
  const query = () =>
    usePersonasQuery({}, { enabled: ({ state }) => state.data?.personas?.totalCount !== 5 });
  const selected = () =>
    usePersonasQuery({}, { select: ({ personas }) => personas?.totalCount }).data;
  const suspense = () => useSuspensePersonasQuery().data;
  const selectedSuspense = () =>
    useSuspensePersonasQuery({}, { select: ({ personas }) => personas?.totalCount }).data;
  const infinite = () =>
    useInfinitePersonasQuery(
      {},
      {
        select: ({ pages }) => pages.map(({ personas }) => personas?.nodes.length),
        enabled: ({ state }) => state.data?.pages[0]?.personas?.totalCount !== 2,
        getNextPageParam: ({ personas }) => ({ after: personas?.pageInfo.endCursor }),
      },
    ).data;
  const suspenseInfinite = () => useSuspenseInfinitePersonasQuery().data.pages[0];
  expectTypeOf(query).returns.toHaveProperty('data').toEqualTypeOf<PersonasQuery | undefined>();
  expectTypeOf(query)
    .returns.toHaveProperty('error')
    .toEqualTypeOf<ApiError<PersonasQuery> | null>();
  expectTypeOf(selected).returns.toEqualTypeOf<number | null | undefined>();
  expectTypeOf(suspense).returns.toEqualTypeOf<PersonasQuery>();
  expectTypeOf(selectedSuspense).returns.toEqualTypeOf<number | null | undefined>();
  expectTypeOf(infinite).returns.toEqualTypeOf<(number | undefined)[] | undefined>();
  expectTypeOf(suspenseInfinite).returns.toEqualTypeOf<PersonasQuery | undefined>();
  expectTypeOf([
    // @ts-expect-error The persona's id is required.
    () => usePersonaQuery(),
    // @ts-expect-error A component that suspends always has data.
    () => useSuspensePersonasQuery({}, { enabled: false }),
    // @ts-expect-error The next page is a variable of the operation.
    () => useInfinitePersonasQuery({}, { getNextPageParam: () => ({ pages: 2 }) }),
    // @ts-expect-error A component that suspends cannot wait for variables.
    () => useSuspensePersonaQuery(skipToken),
  ]).items.toBeFunction();
});

test('the options of queries have their types in every function of TanStack Query', () => {
  const pageInfo = {
    hasNextPage: false,
    hasPreviousPage: false,
    startCursor: null,
    endCursor: null,
  };
  const initialData = { personas: { totalCount: 0, pageInfo, nodes: [] } };
  const initial = () => useQuery({ ...personasQuery(), initialData }).data.personas?.totalCount;
  const suspended = () => useSuspenseQuery(personaQuery({ id: 'p' })).data.persona?.name;
  const pages = () => useSuspenseInfiniteQuery(personasInfiniteQuery()).data.pages[0];
  const several = (ids: readonly string[]) =>
    useQueries({ queries: ids.map((id) => personaQuery({ id })) }).map(({ data }) => data);
  const failed = () => [
    useQuery(personasQuery()).error?.data?.personas?.totalCount,
    useInfiniteQuery(personasInfiniteQuery()).error?.data?.personas?.totalCount,
    useMutation(updatePersonaMutation()).error?.data?.updatePersona?.persona.name,
  ];
  const skipped = (id?: string) =>
    usePersonaQuery(id ? { id } : skipToken, { errors: 'partial' }).data?.persona?.name;
  const own = (id?: string) =>
    useQuery(operationQuery(PersonaText, id ? { id } : skipToken)).data?.persona?.name;
  expectTypeOf(initial).returns.toEqualTypeOf<number | null | undefined>();
  expectTypeOf(suspended).returns.toEqualTypeOf<string | null | undefined>();
  expectTypeOf(pages).returns.toEqualTypeOf<PersonasQuery | undefined>();
  expectTypeOf(several).returns.toEqualTypeOf<(PersonaQuery | undefined)[]>();
  expectTypeOf(failed).returns.toEqualTypeOf<(number | string | null | undefined)[]>();
  expectTypeOf(own).returns.toEqualTypeOf<string | null | undefined>();
  expectTypeOf(skipped).returns.toEqualTypeOf<string | null | undefined>();
});

test('keys and clients have the data types of their queries', () => {
  const cached = (queryClient: QueryClient, client: Client) => [
    queryClient.getQueryData(personasQuery({ page: 1 }).queryKey)?.personas?.totalCount,
    queryClient.getQueryData(personasInfiniteQuery({}, client).queryKey)?.pages[0]?.personas
      ?.totalCount,
  ];
  const fetched = async (queryClient: QueryClient, client: Client) => {
    const { personas } = await queryClient.fetchQuery(personasQuery({}, client));
    const { persona } = await client.request(PersonaText, { id: 'p' });
    // @ts-expect-error The id is required.
    await client.request(PersonaText);
    // @ts-expect-error The id is required.
    personaQuery();
    // @ts-expect-error A client sends strings, not syntax trees.
    await client.request(PersonasDocument);
    return [personas?.totalCount, persona?.name];
  };
  expectTypeOf(cached).returns.toEqualTypeOf<(number | null | undefined)[]>();
  expectTypeOf(fetched).returns.resolves.toEqualTypeOf<(number | string | null | undefined)[]>();
});

test('mutations have the variables and the data of their operations, and options of the request', () => {
  const upload = async () => {
    const { mutate, mutateAsync } = useCreateAvatarMutation();
    const input = { displayName: 'Ada', image: { file: new Blob() } };
    const { signal } = new AbortController();
    mutate({ input, signal, onUploadProgress: (fraction) => fraction.toFixed() });
    // @ts-expect-error Progress is a number.
    mutate({ input, onUploadProgress: (fraction: string) => fraction });
    // @ts-expect-error A persona's configuration is required.
    useCreateSessionTokenMutation().mutate({ input: {} });
    useCreateLegacySessionTokenMutation().mutate({});
    return (await mutateAsync({ input, signal })).createAvatar?.avatar.id;
  };
  expectTypeOf(upload).returns.resolves.toEqualTypeOf<string | undefined>();
});

test('an image is a file or a URL, never both', () => {
  expectTypeOf<{ file: File }>().toExtend<AvatarImageInput>();
  expectTypeOf<{ url: string }>().toExtend<AvatarImageInput>();
  expectTypeOf<{ file: File; url: string }>().not.toExtend<AvatarImageInput>();
  expectTypeOf<{ file: string }>().not.toExtend<AvatarImageInput>();
});
