import { readFileSync } from 'node:fs';
import { useMutation as useApolloMutation, useQuery as useApolloQuery } from '@apollo/client/react';
import { buildSchema, isEnumType } from 'graphql';
import { useQuery as useUrqlQuery } from 'urql';
import { expect, expectTypeOf, test } from 'vitest';
import type { ERROR_CODES } from '../../src/graphql/error-codes.ts';
import { CreateAvatarDocument, PersonasDocument } from '../../src/hooks/documents.ts';
import type { AnyApiError, ErrorCode } from '../../src/hooks/errors.ts';
import {
  type AvatarImageInput,
  useCreateAvatarMutation,
  useCreateSessionTokenMutation,
  useInfinitePersonasConnectionQuery,
  usePersonasQuery,
} from '../../src/hooks/index.ts';

// Checked by the compiler: `npm run check` fails if a type is wrong.

test('the hooks have the error codes of the API', () => {
  expectTypeOf<ErrorCode>().toEqualTypeOf<keyof typeof ERROR_CODES>();
  const type = buildSchema(readFileSync('schema/schema.graphql', 'utf8')).getType('ErrorCode');
  expect(isEnumType(type)).toBe(true);
});

test('TanStack Query hooks have the data and error types of their operations', () => {
  const query = () => {
    const { data, error } = usePersonasQuery({ page: 1 });
    expectTypeOf(error).toEqualTypeOf<AnyApiError | null>();
    return data?.personas.items[0]?.name;
  };
  const infinite = () => {
    const { data } = useInfinitePersonasConnectionQuery(
      { first: 20 },
      {
        initialPageParam: {},
        getNextPageParam: ({ personasConnection: { pageInfo } }) =>
          pageInfo.hasNextPage ? { after: pageInfo.endCursor } : undefined,
      },
    );
    return data?.pages[0]?.personasConnection.nodes[0]?.id;
  };
  const mutate = () => {
    const mint = useCreateSessionTokenMutation();
    const upload = useCreateAvatarMutation();
    mint.mutate({ input: { personaConfig: { personaId: 'p' } }, verify: true });
    upload.mutate({ input: { displayName: 'Ada', image: { file: new Blob() } } });
    // @ts-expect-error A persona's configuration is required.
    mint.mutate({ input: {} });
    return mint.data?.createSessionToken?.sessionToken;
  };
  expectTypeOf(query).returns.toEqualTypeOf<string | null | undefined>();
  expectTypeOf(infinite).returns.toEqualTypeOf<string | undefined>();
  expectTypeOf(mutate).returns.toEqualTypeOf<string | undefined>();
});

test('an image is a file or an address, never both', () => {
  expectTypeOf<{ file: File }>().toExtend<AvatarImageInput>();
  expectTypeOf<{ url: string }>().toExtend<AvatarImageInput>();
  expectTypeOf<{ file: File; url: string }>().not.toExtend<AvatarImageInput>();
  expectTypeOf<{ file: string }>().not.toExtend<AvatarImageInput>();
});

test('the code of an error narrows its type', () => {
  const narrow = (error: AnyApiError) => {
    if (error.code === 'BAD_USER_INPUT')
      expectTypeOf(error.issues).not.toEqualTypeOf<readonly []>();
    if (error.code === 'NOT_FOUND') expectTypeOf(error.issues).toEqualTypeOf<readonly []>();
  };
  expectTypeOf(narrow).parameter(0).toEqualTypeOf<AnyApiError>();
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
    return data?.personas.items[0]?.name;
  };
  expectTypeOf(apollo).returns.toEqualTypeOf<string | null | undefined>();
  expectTypeOf(urql).returns.toEqualTypeOf<string | null | undefined>();
});
