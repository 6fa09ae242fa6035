// Generated from schema/operations by `npm run generate`; not to be edited.
import type * as Types from './types.ts';
import type { AnyApiError } from './errors.ts';
import { fetcher } from './fetcher.ts';
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { useQuery, useInfiniteQuery, useMutation, type UseQueryOptions, type UseInfiniteQueryOptions, type InfiniteData, type UseMutationOptions } from '@tanstack/react-query';

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, unknown> | undefined;

  constructor(value: string, __meta__?: Record<string, unknown> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const LlmFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}
    `, {"fragmentName":"LlmFields"});
export const CustomLlmFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment CustomLlmFields on Llm {
  ...LlmFields
  llmFormat
  urls {
    url
    region
  }
  modelName
  temperature
  maxTokens
  deploymentName
  apiVersion
  metadata
  reasoningEffort
  reasoningFormat
  createdAt
  updatedAt
}
    fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`, {"fragmentName":"CustomLlmFields"});
export const PersonaFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  voiceId
  llmId
  createdAt
  updatedAt
}
    `, {"fragmentName":"PersonaFields"});
export const AvatarFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}
    `, {"fragmentName":"AvatarFields"});
export const PersonaCardFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PersonaCard on Persona {
  ...PersonaFields
  avatar {
    ...AvatarFields
  }
}
    fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}
fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  voiceId
  llmId
  createdAt
  updatedAt
}`, {"fragmentName":"PersonaCard"});
export const ToolFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}
    `, {"fragmentName":"ToolFields"});
export const VoiceFieldsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}
    `, {"fragmentName":"VoiceFields"});
export const AvatarsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Avatars($page: Int = 1, $perPage: Int = 20, $search: String, $tags: [String!], $onlyOneShot: Boolean) {
  avatars(
    page: $page
    perPage: $perPage
    search: $search
    tags: $tags
    onlyOneShot: $onlyOneShot
  ) {
    total
    page
    perPage
    lastPage
    next
    previous
    items {
      ...AvatarFields
      variantName
      displayTags
      createdByOrganizationId
      createdAt
    }
  }
}
    fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`);

export const useAvatarsQuery = <
      TData = Types.AvatarsQuery,
      TError = AnyApiError
    >(
      variables?: Types.AvatarsQueryVariables,
      options?: Omit<UseQueryOptions<Types.AvatarsQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.AvatarsQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.AvatarsQuery, TError, TData>(
      {
    queryKey: variables === undefined ? ['Avatars'] : ['Avatars', variables],
    queryFn: fetcher<Types.AvatarsQuery, Types.AvatarsQueryVariables>(AvatarsDocument, variables),
    ...options
  }
    )};

useAvatarsQuery.getKey = (variables?: Types.AvatarsQueryVariables) => variables === undefined ? ['Avatars'] : ['Avatars', variables];

export const useInfiniteAvatarsQuery = <
      TData = InfiniteData<Types.AvatarsQuery>,
      TError = AnyApiError
    >(
      variables: Types.AvatarsQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.AvatarsQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.AvatarsQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.AvatarsQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? (variables === undefined ? ['Avatars.infinite'] : ['Avatars.infinite', variables]),
      queryFn: (metaData) => fetcher<Types.AvatarsQuery, Types.AvatarsQueryVariables>(AvatarsDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfiniteAvatarsQuery.getKey = (variables?: Types.AvatarsQueryVariables) => variables === undefined ? ['Avatars.infinite'] : ['Avatars.infinite', variables];

export const AvatarsConnectionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AvatarsConnection($first: Int = 20, $after: String, $search: String, $tags: [String!], $onlyOneShot: Boolean) {
  avatarsConnection(
    first: $first
    after: $after
    search: $search
    tags: $tags
    onlyOneShot: $onlyOneShot
  ) {
    totalCount
    nodes {
      ...AvatarFields
      variantName
      displayTags
      createdByOrganizationId
      createdAt
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`);

export const useAvatarsConnectionQuery = <
      TData = Types.AvatarsConnectionQuery,
      TError = AnyApiError
    >(
      variables?: Types.AvatarsConnectionQueryVariables,
      options?: Omit<UseQueryOptions<Types.AvatarsConnectionQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.AvatarsConnectionQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.AvatarsConnectionQuery, TError, TData>(
      {
    queryKey: variables === undefined ? ['AvatarsConnection'] : ['AvatarsConnection', variables],
    queryFn: fetcher<Types.AvatarsConnectionQuery, Types.AvatarsConnectionQueryVariables>(AvatarsConnectionDocument, variables),
    ...options
  }
    )};

useAvatarsConnectionQuery.getKey = (variables?: Types.AvatarsConnectionQueryVariables) => variables === undefined ? ['AvatarsConnection'] : ['AvatarsConnection', variables];

export const useInfiniteAvatarsConnectionQuery = <
      TData = InfiniteData<Types.AvatarsConnectionQuery>,
      TError = AnyApiError
    >(
      variables: Types.AvatarsConnectionQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.AvatarsConnectionQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.AvatarsConnectionQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.AvatarsConnectionQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? (variables === undefined ? ['AvatarsConnection.infinite'] : ['AvatarsConnection.infinite', variables]),
      queryFn: (metaData) => fetcher<Types.AvatarsConnectionQuery, Types.AvatarsConnectionQueryVariables>(AvatarsConnectionDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfiniteAvatarsConnectionQuery.getKey = (variables?: Types.AvatarsConnectionQueryVariables) => variables === undefined ? ['AvatarsConnection.infinite'] : ['AvatarsConnection.infinite', variables];

export const AvatarsByIdsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AvatarsByIds($ids: [ID!]!) {
  avatarsByIds(ids: $ids) {
    ...AvatarFields
  }
}
    fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`);

export const useAvatarsByIdsQuery = <
      TData = Types.AvatarsByIdsQuery,
      TError = AnyApiError
    >(
      variables: Types.AvatarsByIdsQueryVariables,
      options?: Omit<UseQueryOptions<Types.AvatarsByIdsQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.AvatarsByIdsQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.AvatarsByIdsQuery, TError, TData>(
      {
    queryKey: ['AvatarsByIds', variables],
    queryFn: fetcher<Types.AvatarsByIdsQuery, Types.AvatarsByIdsQueryVariables>(AvatarsByIdsDocument, variables),
    ...options
  }
    )};

useAvatarsByIdsQuery.getKey = (variables: Types.AvatarsByIdsQueryVariables) => ['AvatarsByIds', variables];

export const useInfiniteAvatarsByIdsQuery = <
      TData = InfiniteData<Types.AvatarsByIdsQuery>,
      TError = AnyApiError
    >(
      variables: Types.AvatarsByIdsQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.AvatarsByIdsQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.AvatarsByIdsQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.AvatarsByIdsQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? ['AvatarsByIds.infinite', variables],
      queryFn: (metaData) => fetcher<Types.AvatarsByIdsQuery, Types.AvatarsByIdsQueryVariables>(AvatarsByIdsDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfiniteAvatarsByIdsQuery.getKey = (variables: Types.AvatarsByIdsQueryVariables) => ['AvatarsByIds.infinite', variables];

export const AvatarDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Avatar($id: ID!) {
  avatar(id: $id) {
    ...AvatarFields
    variantName
    description
    availableVersions
    activeVersion
    displayTags
    renderStyle
    createdByOrganizationId
    createdAt
    updatedAt
    record
  }
}
    fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`);

export const useAvatarQuery = <
      TData = Types.AvatarQuery,
      TError = AnyApiError
    >(
      variables: Types.AvatarQueryVariables,
      options?: Omit<UseQueryOptions<Types.AvatarQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.AvatarQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.AvatarQuery, TError, TData>(
      {
    queryKey: ['Avatar', variables],
    queryFn: fetcher<Types.AvatarQuery, Types.AvatarQueryVariables>(AvatarDocument, variables),
    ...options
  }
    )};

useAvatarQuery.getKey = (variables: Types.AvatarQueryVariables) => ['Avatar', variables];

export const useInfiniteAvatarQuery = <
      TData = InfiniteData<Types.AvatarQuery>,
      TError = AnyApiError
    >(
      variables: Types.AvatarQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.AvatarQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.AvatarQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.AvatarQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? ['Avatar.infinite', variables],
      queryFn: (metaData) => fetcher<Types.AvatarQuery, Types.AvatarQueryVariables>(AvatarDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfiniteAvatarQuery.getKey = (variables: Types.AvatarQueryVariables) => ['Avatar.infinite', variables];

export const CreateAvatarDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateAvatar($input: CreateAvatarInput!) {
  createAvatar(input: $input) {
    ...AvatarFields
  }
}
    fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`);

export const useCreateAvatarMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.CreateAvatarMutation, TError, Types.CreateAvatarMutationVariables, TContext>) => {
    
    return useMutation<Types.CreateAvatarMutation, TError, Types.CreateAvatarMutationVariables, TContext>(
      {
    mutationKey: ['CreateAvatar'],
    mutationFn: (variables?: Types.CreateAvatarMutationVariables) => fetcher<Types.CreateAvatarMutation, Types.CreateAvatarMutationVariables>(CreateAvatarDocument, variables)(),
    ...options
  }
    )};

useCreateAvatarMutation.getKey = () => ['CreateAvatar'];

export const UpdateAvatarDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateAvatar($id: ID!, $input: UpdateAvatarInput!) {
  updateAvatar(id: $id, input: $input) {
    ...AvatarFields
  }
}
    fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}`);

export const useUpdateAvatarMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.UpdateAvatarMutation, TError, Types.UpdateAvatarMutationVariables, TContext>) => {
    
    return useMutation<Types.UpdateAvatarMutation, TError, Types.UpdateAvatarMutationVariables, TContext>(
      {
    mutationKey: ['UpdateAvatar'],
    mutationFn: (variables?: Types.UpdateAvatarMutationVariables) => fetcher<Types.UpdateAvatarMutation, Types.UpdateAvatarMutationVariables>(UpdateAvatarDocument, variables)(),
    ...options
  }
    )};

useUpdateAvatarMutation.getKey = () => ['UpdateAvatar'];

export const DeleteAvatarDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteAvatar($id: ID!, $hard: Boolean = false) {
  deleteAvatar(id: $id, hard: $hard)
}
    `);

export const useDeleteAvatarMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.DeleteAvatarMutation, TError, Types.DeleteAvatarMutationVariables, TContext>) => {
    
    return useMutation<Types.DeleteAvatarMutation, TError, Types.DeleteAvatarMutationVariables, TContext>(
      {
    mutationKey: ['DeleteAvatar'],
    mutationFn: (variables?: Types.DeleteAvatarMutationVariables) => fetcher<Types.DeleteAvatarMutation, Types.DeleteAvatarMutationVariables>(DeleteAvatarDocument, variables)(),
    ...options
  }
    )};

useDeleteAvatarMutation.getKey = () => ['DeleteAvatar'];

export const LlmsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Llms($page: Int = 1, $perPage: Int = 20, $search: String, $includeDefaults: Boolean = true) {
  llms(
    page: $page
    perPage: $perPage
    search: $search
    includeDefaults: $includeDefaults
  ) {
    total
    page
    perPage
    lastPage
    next
    previous
    items {
      ...LlmFields
    }
  }
}
    fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`);

export const useLlmsQuery = <
      TData = Types.LlmsQuery,
      TError = AnyApiError
    >(
      variables?: Types.LlmsQueryVariables,
      options?: Omit<UseQueryOptions<Types.LlmsQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.LlmsQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.LlmsQuery, TError, TData>(
      {
    queryKey: variables === undefined ? ['Llms'] : ['Llms', variables],
    queryFn: fetcher<Types.LlmsQuery, Types.LlmsQueryVariables>(LlmsDocument, variables),
    ...options
  }
    )};

useLlmsQuery.getKey = (variables?: Types.LlmsQueryVariables) => variables === undefined ? ['Llms'] : ['Llms', variables];

export const useInfiniteLlmsQuery = <
      TData = InfiniteData<Types.LlmsQuery>,
      TError = AnyApiError
    >(
      variables: Types.LlmsQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.LlmsQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.LlmsQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.LlmsQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? (variables === undefined ? ['Llms.infinite'] : ['Llms.infinite', variables]),
      queryFn: (metaData) => fetcher<Types.LlmsQuery, Types.LlmsQueryVariables>(LlmsDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfiniteLlmsQuery.getKey = (variables?: Types.LlmsQueryVariables) => variables === undefined ? ['Llms.infinite'] : ['Llms.infinite', variables];

export const LlmsConnectionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query LlmsConnection($first: Int = 20, $after: String, $search: String, $includeDefaults: Boolean = true) {
  llmsConnection(
    first: $first
    after: $after
    search: $search
    includeDefaults: $includeDefaults
  ) {
    totalCount
    nodes {
      ...LlmFields
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}`);

export const useLlmsConnectionQuery = <
      TData = Types.LlmsConnectionQuery,
      TError = AnyApiError
    >(
      variables?: Types.LlmsConnectionQueryVariables,
      options?: Omit<UseQueryOptions<Types.LlmsConnectionQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.LlmsConnectionQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.LlmsConnectionQuery, TError, TData>(
      {
    queryKey: variables === undefined ? ['LlmsConnection'] : ['LlmsConnection', variables],
    queryFn: fetcher<Types.LlmsConnectionQuery, Types.LlmsConnectionQueryVariables>(LlmsConnectionDocument, variables),
    ...options
  }
    )};

useLlmsConnectionQuery.getKey = (variables?: Types.LlmsConnectionQueryVariables) => variables === undefined ? ['LlmsConnection'] : ['LlmsConnection', variables];

export const useInfiniteLlmsConnectionQuery = <
      TData = InfiniteData<Types.LlmsConnectionQuery>,
      TError = AnyApiError
    >(
      variables: Types.LlmsConnectionQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.LlmsConnectionQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.LlmsConnectionQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.LlmsConnectionQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? (variables === undefined ? ['LlmsConnection.infinite'] : ['LlmsConnection.infinite', variables]),
      queryFn: (metaData) => fetcher<Types.LlmsConnectionQuery, Types.LlmsConnectionQueryVariables>(LlmsConnectionDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfiniteLlmsConnectionQuery.getKey = (variables?: Types.LlmsConnectionQueryVariables) => variables === undefined ? ['LlmsConnection.infinite'] : ['LlmsConnection.infinite', variables];

export const LlmDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Llm($id: ID!) {
  llm(id: $id) {
    ...CustomLlmFields
    record
  }
}
    fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}
fragment CustomLlmFields on Llm {
  ...LlmFields
  llmFormat
  urls {
    url
    region
  }
  modelName
  temperature
  maxTokens
  deploymentName
  apiVersion
  metadata
  reasoningEffort
  reasoningFormat
  createdAt
  updatedAt
}`);

export const useLlmQuery = <
      TData = Types.LlmQuery,
      TError = AnyApiError
    >(
      variables: Types.LlmQueryVariables,
      options?: Omit<UseQueryOptions<Types.LlmQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.LlmQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.LlmQuery, TError, TData>(
      {
    queryKey: ['Llm', variables],
    queryFn: fetcher<Types.LlmQuery, Types.LlmQueryVariables>(LlmDocument, variables),
    ...options
  }
    )};

useLlmQuery.getKey = (variables: Types.LlmQueryVariables) => ['Llm', variables];

export const useInfiniteLlmQuery = <
      TData = InfiniteData<Types.LlmQuery>,
      TError = AnyApiError
    >(
      variables: Types.LlmQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.LlmQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.LlmQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.LlmQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? ['Llm.infinite', variables],
      queryFn: (metaData) => fetcher<Types.LlmQuery, Types.LlmQueryVariables>(LlmDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfiniteLlmQuery.getKey = (variables: Types.LlmQueryVariables) => ['Llm.infinite', variables];

export const CreateLlmDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateLlm($input: CreateLlmInput!) {
  createLlm(input: $input) {
    ...CustomLlmFields
  }
}
    fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}
fragment CustomLlmFields on Llm {
  ...LlmFields
  llmFormat
  urls {
    url
    region
  }
  modelName
  temperature
  maxTokens
  deploymentName
  apiVersion
  metadata
  reasoningEffort
  reasoningFormat
  createdAt
  updatedAt
}`);

export const useCreateLlmMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.CreateLlmMutation, TError, Types.CreateLlmMutationVariables, TContext>) => {
    
    return useMutation<Types.CreateLlmMutation, TError, Types.CreateLlmMutationVariables, TContext>(
      {
    mutationKey: ['CreateLlm'],
    mutationFn: (variables?: Types.CreateLlmMutationVariables) => fetcher<Types.CreateLlmMutation, Types.CreateLlmMutationVariables>(CreateLlmDocument, variables)(),
    ...options
  }
    )};

useCreateLlmMutation.getKey = () => ['CreateLlm'];

export const UpdateLlmDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateLlm($id: ID!, $input: UpdateLlmInput!) {
  updateLlm(id: $id, input: $input) {
    ...CustomLlmFields
  }
}
    fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}
fragment CustomLlmFields on Llm {
  ...LlmFields
  llmFormat
  urls {
    url
    region
  }
  modelName
  temperature
  maxTokens
  deploymentName
  apiVersion
  metadata
  reasoningEffort
  reasoningFormat
  createdAt
  updatedAt
}`);

export const useUpdateLlmMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.UpdateLlmMutation, TError, Types.UpdateLlmMutationVariables, TContext>) => {
    
    return useMutation<Types.UpdateLlmMutation, TError, Types.UpdateLlmMutationVariables, TContext>(
      {
    mutationKey: ['UpdateLlm'],
    mutationFn: (variables?: Types.UpdateLlmMutationVariables) => fetcher<Types.UpdateLlmMutation, Types.UpdateLlmMutationVariables>(UpdateLlmDocument, variables)(),
    ...options
  }
    )};

useUpdateLlmMutation.getKey = () => ['UpdateLlm'];

export const DeleteLlmDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteLlm($id: ID!) {
  deleteLlm(id: $id)
}
    `);

export const useDeleteLlmMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.DeleteLlmMutation, TError, Types.DeleteLlmMutationVariables, TContext>) => {
    
    return useMutation<Types.DeleteLlmMutation, TError, Types.DeleteLlmMutationVariables, TContext>(
      {
    mutationKey: ['DeleteLlm'],
    mutationFn: (variables?: Types.DeleteLlmMutationVariables) => fetcher<Types.DeleteLlmMutation, Types.DeleteLlmMutationVariables>(DeleteLlmDocument, variables)(),
    ...options
  }
    )};

useDeleteLlmMutation.getKey = () => ['DeleteLlm'];

export const PersonasDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Personas($page: Int = 1, $perPage: Int = 20, $name: String) {
  personas(page: $page, perPage: $perPage, name: $name) {
    total
    page
    perPage
    lastPage
    next
    previous
    items {
      ...PersonaCard
    }
  }
}
    fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}
fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  voiceId
  llmId
  createdAt
  updatedAt
}
fragment PersonaCard on Persona {
  ...PersonaFields
  avatar {
    ...AvatarFields
  }
}`);

export const usePersonasQuery = <
      TData = Types.PersonasQuery,
      TError = AnyApiError
    >(
      variables?: Types.PersonasQueryVariables,
      options?: Omit<UseQueryOptions<Types.PersonasQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.PersonasQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.PersonasQuery, TError, TData>(
      {
    queryKey: variables === undefined ? ['Personas'] : ['Personas', variables],
    queryFn: fetcher<Types.PersonasQuery, Types.PersonasQueryVariables>(PersonasDocument, variables),
    ...options
  }
    )};

usePersonasQuery.getKey = (variables?: Types.PersonasQueryVariables) => variables === undefined ? ['Personas'] : ['Personas', variables];

export const useInfinitePersonasQuery = <
      TData = InfiniteData<Types.PersonasQuery>,
      TError = AnyApiError
    >(
      variables: Types.PersonasQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.PersonasQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.PersonasQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.PersonasQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? (variables === undefined ? ['Personas.infinite'] : ['Personas.infinite', variables]),
      queryFn: (metaData) => fetcher<Types.PersonasQuery, Types.PersonasQueryVariables>(PersonasDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfinitePersonasQuery.getKey = (variables?: Types.PersonasQueryVariables) => variables === undefined ? ['Personas.infinite'] : ['Personas.infinite', variables];

export const PersonasConnectionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PersonasConnection($first: Int = 20, $after: String, $name: String) {
  personasConnection(first: $first, after: $after, name: $name) {
    totalCount
    nodes {
      ...PersonaCard
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}
fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  voiceId
  llmId
  createdAt
  updatedAt
}
fragment PersonaCard on Persona {
  ...PersonaFields
  avatar {
    ...AvatarFields
  }
}`);

export const usePersonasConnectionQuery = <
      TData = Types.PersonasConnectionQuery,
      TError = AnyApiError
    >(
      variables?: Types.PersonasConnectionQueryVariables,
      options?: Omit<UseQueryOptions<Types.PersonasConnectionQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.PersonasConnectionQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.PersonasConnectionQuery, TError, TData>(
      {
    queryKey: variables === undefined ? ['PersonasConnection'] : ['PersonasConnection', variables],
    queryFn: fetcher<Types.PersonasConnectionQuery, Types.PersonasConnectionQueryVariables>(PersonasConnectionDocument, variables),
    ...options
  }
    )};

usePersonasConnectionQuery.getKey = (variables?: Types.PersonasConnectionQueryVariables) => variables === undefined ? ['PersonasConnection'] : ['PersonasConnection', variables];

export const useInfinitePersonasConnectionQuery = <
      TData = InfiniteData<Types.PersonasConnectionQuery>,
      TError = AnyApiError
    >(
      variables: Types.PersonasConnectionQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.PersonasConnectionQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.PersonasConnectionQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.PersonasConnectionQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? (variables === undefined ? ['PersonasConnection.infinite'] : ['PersonasConnection.infinite', variables]),
      queryFn: (metaData) => fetcher<Types.PersonasConnectionQuery, Types.PersonasConnectionQueryVariables>(PersonasConnectionDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfinitePersonasConnectionQuery.getKey = (variables?: Types.PersonasConnectionQueryVariables) => variables === undefined ? ['PersonasConnection.infinite'] : ['PersonasConnection.infinite', variables];

export const PersonaDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Persona($id: ID!) {
  persona(id: $id) {
    ...PersonaCard
    systemPrompt
    skipGreeting
    languageCode
    initialMessage
    toolIds
    llm {
      ...LlmFields
    }
    record
  }
}
    fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}
fragment LlmFields on Llm {
  id
  displayName
  description
  isBuiltIn
}
fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  voiceId
  llmId
  createdAt
  updatedAt
}
fragment PersonaCard on Persona {
  ...PersonaFields
  avatar {
    ...AvatarFields
  }
}`);

export const usePersonaQuery = <
      TData = Types.PersonaQuery,
      TError = AnyApiError
    >(
      variables: Types.PersonaQueryVariables,
      options?: Omit<UseQueryOptions<Types.PersonaQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.PersonaQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.PersonaQuery, TError, TData>(
      {
    queryKey: ['Persona', variables],
    queryFn: fetcher<Types.PersonaQuery, Types.PersonaQueryVariables>(PersonaDocument, variables),
    ...options
  }
    )};

usePersonaQuery.getKey = (variables: Types.PersonaQueryVariables) => ['Persona', variables];

export const useInfinitePersonaQuery = <
      TData = InfiniteData<Types.PersonaQuery>,
      TError = AnyApiError
    >(
      variables: Types.PersonaQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.PersonaQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.PersonaQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.PersonaQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? ['Persona.infinite', variables],
      queryFn: (metaData) => fetcher<Types.PersonaQuery, Types.PersonaQueryVariables>(PersonaDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfinitePersonaQuery.getKey = (variables: Types.PersonaQueryVariables) => ['Persona.infinite', variables];

export const PersonaPartsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PersonaParts($id: ID!) {
  persona(id: $id) {
    id
    voice {
      ...VoiceFields
    }
    tools {
      id
      name
      description
      type
    }
  }
}
    fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}`);

export const usePersonaPartsQuery = <
      TData = Types.PersonaPartsQuery,
      TError = AnyApiError
    >(
      variables: Types.PersonaPartsQueryVariables,
      options?: Omit<UseQueryOptions<Types.PersonaPartsQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.PersonaPartsQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.PersonaPartsQuery, TError, TData>(
      {
    queryKey: ['PersonaParts', variables],
    queryFn: fetcher<Types.PersonaPartsQuery, Types.PersonaPartsQueryVariables>(PersonaPartsDocument, variables),
    ...options
  }
    )};

usePersonaPartsQuery.getKey = (variables: Types.PersonaPartsQueryVariables) => ['PersonaParts', variables];

export const useInfinitePersonaPartsQuery = <
      TData = InfiniteData<Types.PersonaPartsQuery>,
      TError = AnyApiError
    >(
      variables: Types.PersonaPartsQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.PersonaPartsQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.PersonaPartsQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.PersonaPartsQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? ['PersonaParts.infinite', variables],
      queryFn: (metaData) => fetcher<Types.PersonaPartsQuery, Types.PersonaPartsQueryVariables>(PersonaPartsDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfinitePersonaPartsQuery.getKey = (variables: Types.PersonaPartsQueryVariables) => ['PersonaParts.infinite', variables];

export const CreatePersonaDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreatePersona($input: CreatePersonaInput!) {
  createPersona(input: $input) {
    ...PersonaCard
  }
}
    fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}
fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  voiceId
  llmId
  createdAt
  updatedAt
}
fragment PersonaCard on Persona {
  ...PersonaFields
  avatar {
    ...AvatarFields
  }
}`);

export const useCreatePersonaMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.CreatePersonaMutation, TError, Types.CreatePersonaMutationVariables, TContext>) => {
    
    return useMutation<Types.CreatePersonaMutation, TError, Types.CreatePersonaMutationVariables, TContext>(
      {
    mutationKey: ['CreatePersona'],
    mutationFn: (variables?: Types.CreatePersonaMutationVariables) => fetcher<Types.CreatePersonaMutation, Types.CreatePersonaMutationVariables>(CreatePersonaDocument, variables)(),
    ...options
  }
    )};

useCreatePersonaMutation.getKey = () => ['CreatePersona'];

export const UpdatePersonaDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdatePersona($id: ID!, $input: UpdatePersonaInput!) {
  updatePersona(id: $id, input: $input) {
    ...PersonaCard
  }
}
    fragment AvatarFields on Avatar {
  id
  displayName
  imageUrl
}
fragment PersonaFields on Persona {
  id
  name
  description
  avatarId
  avatarModel
  voiceId
  llmId
  createdAt
  updatedAt
}
fragment PersonaCard on Persona {
  ...PersonaFields
  avatar {
    ...AvatarFields
  }
}`);

export const useUpdatePersonaMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.UpdatePersonaMutation, TError, Types.UpdatePersonaMutationVariables, TContext>) => {
    
    return useMutation<Types.UpdatePersonaMutation, TError, Types.UpdatePersonaMutationVariables, TContext>(
      {
    mutationKey: ['UpdatePersona'],
    mutationFn: (variables?: Types.UpdatePersonaMutationVariables) => fetcher<Types.UpdatePersonaMutation, Types.UpdatePersonaMutationVariables>(UpdatePersonaDocument, variables)(),
    ...options
  }
    )};

useUpdatePersonaMutation.getKey = () => ['UpdatePersona'];

export const DeletePersonaDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeletePersona($id: ID!) {
  deletePersona(id: $id)
}
    `);

export const useDeletePersonaMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.DeletePersonaMutation, TError, Types.DeletePersonaMutationVariables, TContext>) => {
    
    return useMutation<Types.DeletePersonaMutation, TError, Types.DeletePersonaMutationVariables, TContext>(
      {
    mutationKey: ['DeletePersona'],
    mutationFn: (variables?: Types.DeletePersonaMutationVariables) => fetcher<Types.DeletePersonaMutation, Types.DeletePersonaMutationVariables>(DeletePersonaDocument, variables)(),
    ...options
  }
    )};

useDeletePersonaMutation.getKey = () => ['DeletePersona'];

export const PersonaRecordsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PersonaRecords($page: Int = 1, $perPage: Int = 20, $name: String) {
  personas(page: $page, perPage: $perPage, name: $name) {
    total
    lastPage
    next
    items {
      id
      name
      record
    }
  }
}
    `);

export const usePersonaRecordsQuery = <
      TData = Types.PersonaRecordsQuery,
      TError = AnyApiError
    >(
      variables?: Types.PersonaRecordsQueryVariables,
      options?: Omit<UseQueryOptions<Types.PersonaRecordsQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.PersonaRecordsQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.PersonaRecordsQuery, TError, TData>(
      {
    queryKey: variables === undefined ? ['PersonaRecords'] : ['PersonaRecords', variables],
    queryFn: fetcher<Types.PersonaRecordsQuery, Types.PersonaRecordsQueryVariables>(PersonaRecordsDocument, variables),
    ...options
  }
    )};

usePersonaRecordsQuery.getKey = (variables?: Types.PersonaRecordsQueryVariables) => variables === undefined ? ['PersonaRecords'] : ['PersonaRecords', variables];

export const useInfinitePersonaRecordsQuery = <
      TData = InfiniteData<Types.PersonaRecordsQuery>,
      TError = AnyApiError
    >(
      variables: Types.PersonaRecordsQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.PersonaRecordsQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.PersonaRecordsQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.PersonaRecordsQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? (variables === undefined ? ['PersonaRecords.infinite'] : ['PersonaRecords.infinite', variables]),
      queryFn: (metaData) => fetcher<Types.PersonaRecordsQuery, Types.PersonaRecordsQueryVariables>(PersonaRecordsDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfinitePersonaRecordsQuery.getKey = (variables?: Types.PersonaRecordsQueryVariables) => variables === undefined ? ['PersonaRecords.infinite'] : ['PersonaRecords.infinite', variables];

export const CreateSessionTokenDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateSessionToken($input: CreateSessionTokenInput!, $verify: Boolean = false) {
  createSessionToken(input: $input, verify: $verify) {
    sessionToken
    type
    expiresAt
  }
}
    `);

export const useCreateSessionTokenMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.CreateSessionTokenMutation, TError, Types.CreateSessionTokenMutationVariables, TContext>) => {
    
    return useMutation<Types.CreateSessionTokenMutation, TError, Types.CreateSessionTokenMutationVariables, TContext>(
      {
    mutationKey: ['CreateSessionToken'],
    mutationFn: (variables?: Types.CreateSessionTokenMutationVariables) => fetcher<Types.CreateSessionTokenMutation, Types.CreateSessionTokenMutationVariables>(CreateSessionTokenDocument, variables)(),
    ...options
  }
    )};

useCreateSessionTokenMutation.getKey = () => ['CreateSessionToken'];

export const CreateLegacySessionTokenDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateLegacySessionToken {
  createLegacySessionToken {
    sessionToken
    type
    expiresAt
  }
}
    `);

export const useCreateLegacySessionTokenMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.CreateLegacySessionTokenMutation, TError, Types.CreateLegacySessionTokenMutationVariables, TContext>) => {
    
    return useMutation<Types.CreateLegacySessionTokenMutation, TError, Types.CreateLegacySessionTokenMutationVariables, TContext>(
      {
    mutationKey: ['CreateLegacySessionToken'],
    mutationFn: (variables?: Types.CreateLegacySessionTokenMutationVariables) => fetcher<Types.CreateLegacySessionTokenMutation, Types.CreateLegacySessionTokenMutationVariables>(CreateLegacySessionTokenDocument, variables)(),
    ...options
  }
    )};

useCreateLegacySessionTokenMutation.getKey = () => ['CreateLegacySessionToken'];

export const ToolDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Tool($id: ID!) {
  tool(id: $id) {
    ...ToolFields
    record
  }
}
    fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`);

export const useToolQuery = <
      TData = Types.ToolQuery,
      TError = AnyApiError
    >(
      variables: Types.ToolQueryVariables,
      options?: Omit<UseQueryOptions<Types.ToolQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.ToolQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.ToolQuery, TError, TData>(
      {
    queryKey: ['Tool', variables],
    queryFn: fetcher<Types.ToolQuery, Types.ToolQueryVariables>(ToolDocument, variables),
    ...options
  }
    )};

useToolQuery.getKey = (variables: Types.ToolQueryVariables) => ['Tool', variables];

export const useInfiniteToolQuery = <
      TData = InfiniteData<Types.ToolQuery>,
      TError = AnyApiError
    >(
      variables: Types.ToolQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.ToolQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.ToolQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.ToolQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? ['Tool.infinite', variables],
      queryFn: (metaData) => fetcher<Types.ToolQuery, Types.ToolQueryVariables>(ToolDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfiniteToolQuery.getKey = (variables: Types.ToolQueryVariables) => ['Tool.infinite', variables];

export const ToolsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Tools($page: Int = 1, $perPage: Int = 20, $search: String) {
  tools(page: $page, perPage: $perPage, search: $search) {
    total
    page
    perPage
    lastPage
    next
    previous
    items {
      ...ToolFields
    }
  }
}
    fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`);

export const useToolsQuery = <
      TData = Types.ToolsQuery,
      TError = AnyApiError
    >(
      variables?: Types.ToolsQueryVariables,
      options?: Omit<UseQueryOptions<Types.ToolsQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.ToolsQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.ToolsQuery, TError, TData>(
      {
    queryKey: variables === undefined ? ['Tools'] : ['Tools', variables],
    queryFn: fetcher<Types.ToolsQuery, Types.ToolsQueryVariables>(ToolsDocument, variables),
    ...options
  }
    )};

useToolsQuery.getKey = (variables?: Types.ToolsQueryVariables) => variables === undefined ? ['Tools'] : ['Tools', variables];

export const useInfiniteToolsQuery = <
      TData = InfiniteData<Types.ToolsQuery>,
      TError = AnyApiError
    >(
      variables: Types.ToolsQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.ToolsQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.ToolsQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.ToolsQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? (variables === undefined ? ['Tools.infinite'] : ['Tools.infinite', variables]),
      queryFn: (metaData) => fetcher<Types.ToolsQuery, Types.ToolsQueryVariables>(ToolsDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfiniteToolsQuery.getKey = (variables?: Types.ToolsQueryVariables) => variables === undefined ? ['Tools.infinite'] : ['Tools.infinite', variables];

export const ToolsConnectionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ToolsConnection($first: Int = 20, $after: String, $search: String) {
  toolsConnection(first: $first, after: $after, search: $search) {
    totalCount
    nodes {
      ...ToolFields
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`);

export const useToolsConnectionQuery = <
      TData = Types.ToolsConnectionQuery,
      TError = AnyApiError
    >(
      variables?: Types.ToolsConnectionQueryVariables,
      options?: Omit<UseQueryOptions<Types.ToolsConnectionQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.ToolsConnectionQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.ToolsConnectionQuery, TError, TData>(
      {
    queryKey: variables === undefined ? ['ToolsConnection'] : ['ToolsConnection', variables],
    queryFn: fetcher<Types.ToolsConnectionQuery, Types.ToolsConnectionQueryVariables>(ToolsConnectionDocument, variables),
    ...options
  }
    )};

useToolsConnectionQuery.getKey = (variables?: Types.ToolsConnectionQueryVariables) => variables === undefined ? ['ToolsConnection'] : ['ToolsConnection', variables];

export const useInfiniteToolsConnectionQuery = <
      TData = InfiniteData<Types.ToolsConnectionQuery>,
      TError = AnyApiError
    >(
      variables: Types.ToolsConnectionQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.ToolsConnectionQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.ToolsConnectionQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.ToolsConnectionQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? (variables === undefined ? ['ToolsConnection.infinite'] : ['ToolsConnection.infinite', variables]),
      queryFn: (metaData) => fetcher<Types.ToolsConnectionQuery, Types.ToolsConnectionQueryVariables>(ToolsConnectionDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfiniteToolsConnectionQuery.getKey = (variables?: Types.ToolsConnectionQueryVariables) => variables === undefined ? ['ToolsConnection.infinite'] : ['ToolsConnection.infinite', variables];

export const ToolsByIdsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ToolsByIds($ids: [ID!]!) {
  toolsByIds(ids: $ids) {
    ...ToolFields
  }
}
    fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`);

export const useToolsByIdsQuery = <
      TData = Types.ToolsByIdsQuery,
      TError = AnyApiError
    >(
      variables: Types.ToolsByIdsQueryVariables,
      options?: Omit<UseQueryOptions<Types.ToolsByIdsQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.ToolsByIdsQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.ToolsByIdsQuery, TError, TData>(
      {
    queryKey: ['ToolsByIds', variables],
    queryFn: fetcher<Types.ToolsByIdsQuery, Types.ToolsByIdsQueryVariables>(ToolsByIdsDocument, variables),
    ...options
  }
    )};

useToolsByIdsQuery.getKey = (variables: Types.ToolsByIdsQueryVariables) => ['ToolsByIds', variables];

export const useInfiniteToolsByIdsQuery = <
      TData = InfiniteData<Types.ToolsByIdsQuery>,
      TError = AnyApiError
    >(
      variables: Types.ToolsByIdsQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.ToolsByIdsQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.ToolsByIdsQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.ToolsByIdsQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? ['ToolsByIds.infinite', variables],
      queryFn: (metaData) => fetcher<Types.ToolsByIdsQuery, Types.ToolsByIdsQueryVariables>(ToolsByIdsDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfiniteToolsByIdsQuery.getKey = (variables: Types.ToolsByIdsQueryVariables) => ['ToolsByIds.infinite', variables];

export const CreateToolDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateTool($input: CreateToolInput!) {
  createTool(input: $input) {
    ...ToolFields
  }
}
    fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`);

export const useCreateToolMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.CreateToolMutation, TError, Types.CreateToolMutationVariables, TContext>) => {
    
    return useMutation<Types.CreateToolMutation, TError, Types.CreateToolMutationVariables, TContext>(
      {
    mutationKey: ['CreateTool'],
    mutationFn: (variables?: Types.CreateToolMutationVariables) => fetcher<Types.CreateToolMutation, Types.CreateToolMutationVariables>(CreateToolDocument, variables)(),
    ...options
  }
    )};

useCreateToolMutation.getKey = () => ['CreateTool'];

export const UpdateToolDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateTool($id: ID!, $input: UpdateToolInput!) {
  updateTool(id: $id, input: $input) {
    ...ToolFields
  }
}
    fragment ToolFields on Tool {
  id
  name
  description
  type
  config
  disableInterruptions
  usageCount
  createdAt
  updatedAt
}`);

export const useUpdateToolMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.UpdateToolMutation, TError, Types.UpdateToolMutationVariables, TContext>) => {
    
    return useMutation<Types.UpdateToolMutation, TError, Types.UpdateToolMutationVariables, TContext>(
      {
    mutationKey: ['UpdateTool'],
    mutationFn: (variables?: Types.UpdateToolMutationVariables) => fetcher<Types.UpdateToolMutation, Types.UpdateToolMutationVariables>(UpdateToolDocument, variables)(),
    ...options
  }
    )};

useUpdateToolMutation.getKey = () => ['UpdateTool'];

export const DeleteToolDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteTool($id: ID!) {
  deleteTool(id: $id)
}
    `);

export const useDeleteToolMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.DeleteToolMutation, TError, Types.DeleteToolMutationVariables, TContext>) => {
    
    return useMutation<Types.DeleteToolMutation, TError, Types.DeleteToolMutationVariables, TContext>(
      {
    mutationKey: ['DeleteTool'],
    mutationFn: (variables?: Types.DeleteToolMutationVariables) => fetcher<Types.DeleteToolMutation, Types.DeleteToolMutationVariables>(DeleteToolDocument, variables)(),
    ...options
  }
    )};

useDeleteToolMutation.getKey = () => ['DeleteTool'];

export const VoicesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Voices($page: Int = 1, $perPage: Int = 20, $search: String) {
  voices(page: $page, perPage: $perPage, search: $search) {
    total
    page
    perPage
    lastPage
    next
    previous
    items {
      ...VoiceFields
    }
  }
}
    fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}`);

export const useVoicesQuery = <
      TData = Types.VoicesQuery,
      TError = AnyApiError
    >(
      variables?: Types.VoicesQueryVariables,
      options?: Omit<UseQueryOptions<Types.VoicesQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.VoicesQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.VoicesQuery, TError, TData>(
      {
    queryKey: variables === undefined ? ['Voices'] : ['Voices', variables],
    queryFn: fetcher<Types.VoicesQuery, Types.VoicesQueryVariables>(VoicesDocument, variables),
    ...options
  }
    )};

useVoicesQuery.getKey = (variables?: Types.VoicesQueryVariables) => variables === undefined ? ['Voices'] : ['Voices', variables];

export const useInfiniteVoicesQuery = <
      TData = InfiniteData<Types.VoicesQuery>,
      TError = AnyApiError
    >(
      variables: Types.VoicesQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.VoicesQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.VoicesQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.VoicesQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? (variables === undefined ? ['Voices.infinite'] : ['Voices.infinite', variables]),
      queryFn: (metaData) => fetcher<Types.VoicesQuery, Types.VoicesQueryVariables>(VoicesDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfiniteVoicesQuery.getKey = (variables?: Types.VoicesQueryVariables) => variables === undefined ? ['Voices.infinite'] : ['Voices.infinite', variables];

export const VoicesConnectionDocument = /*#__PURE__*/ new TypedDocumentString(`
    query VoicesConnection($first: Int = 20, $after: String, $search: String) {
  voicesConnection(first: $first, after: $after, search: $search) {
    totalCount
    nodes {
      ...VoiceFields
    }
    pageInfo {
      hasNextPage
      hasPreviousPage
      startCursor
      endCursor
    }
  }
}
    fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}`);

export const useVoicesConnectionQuery = <
      TData = Types.VoicesConnectionQuery,
      TError = AnyApiError
    >(
      variables?: Types.VoicesConnectionQueryVariables,
      options?: Omit<UseQueryOptions<Types.VoicesConnectionQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.VoicesConnectionQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.VoicesConnectionQuery, TError, TData>(
      {
    queryKey: variables === undefined ? ['VoicesConnection'] : ['VoicesConnection', variables],
    queryFn: fetcher<Types.VoicesConnectionQuery, Types.VoicesConnectionQueryVariables>(VoicesConnectionDocument, variables),
    ...options
  }
    )};

useVoicesConnectionQuery.getKey = (variables?: Types.VoicesConnectionQueryVariables) => variables === undefined ? ['VoicesConnection'] : ['VoicesConnection', variables];

export const useInfiniteVoicesConnectionQuery = <
      TData = InfiniteData<Types.VoicesConnectionQuery>,
      TError = AnyApiError
    >(
      variables: Types.VoicesConnectionQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.VoicesConnectionQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.VoicesConnectionQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.VoicesConnectionQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? (variables === undefined ? ['VoicesConnection.infinite'] : ['VoicesConnection.infinite', variables]),
      queryFn: (metaData) => fetcher<Types.VoicesConnectionQuery, Types.VoicesConnectionQueryVariables>(VoicesConnectionDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfiniteVoicesConnectionQuery.getKey = (variables?: Types.VoicesConnectionQueryVariables) => variables === undefined ? ['VoicesConnection.infinite'] : ['VoicesConnection.infinite', variables];

export const VoiceDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Voice($id: ID!) {
  voice(id: $id) {
    ...VoiceFields
    providerVoiceId
    providerModelId
    displayTags
    isZdr
    createdAt
    updatedAt
    record
  }
}
    fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}`);

export const useVoiceQuery = <
      TData = Types.VoiceQuery,
      TError = AnyApiError
    >(
      variables: Types.VoiceQueryVariables,
      options?: Omit<UseQueryOptions<Types.VoiceQuery, TError, TData>, 'queryKey'> & { queryKey?: UseQueryOptions<Types.VoiceQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useQuery<Types.VoiceQuery, TError, TData>(
      {
    queryKey: ['Voice', variables],
    queryFn: fetcher<Types.VoiceQuery, Types.VoiceQueryVariables>(VoiceDocument, variables),
    ...options
  }
    )};

useVoiceQuery.getKey = (variables: Types.VoiceQueryVariables) => ['Voice', variables];

export const useInfiniteVoiceQuery = <
      TData = InfiniteData<Types.VoiceQuery>,
      TError = AnyApiError
    >(
      variables: Types.VoiceQueryVariables,
      options: Omit<UseInfiniteQueryOptions<Types.VoiceQuery, TError, TData>, 'queryKey'> & { queryKey?: UseInfiniteQueryOptions<Types.VoiceQuery, TError, TData>['queryKey'] }
    ) => {
    
    return useInfiniteQuery<Types.VoiceQuery, TError, TData>(
      (() => {
    const { queryKey: optionsQueryKey, ...restOptions } = options;
    return {
      queryKey: optionsQueryKey ?? ['Voice.infinite', variables],
      queryFn: (metaData) => fetcher<Types.VoiceQuery, Types.VoiceQueryVariables>(VoiceDocument, {...variables, ...(metaData.pageParam ?? {})})(metaData),
      ...restOptions
    }
  })()
    )};

useInfiniteVoiceQuery.getKey = (variables: Types.VoiceQueryVariables) => ['Voice.infinite', variables];

export const CreateVoiceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateVoice($input: CreateVoiceInput!) {
  createVoice(input: $input) {
    ...VoiceFields
  }
}
    fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}`);

export const useCreateVoiceMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.CreateVoiceMutation, TError, Types.CreateVoiceMutationVariables, TContext>) => {
    
    return useMutation<Types.CreateVoiceMutation, TError, Types.CreateVoiceMutationVariables, TContext>(
      {
    mutationKey: ['CreateVoice'],
    mutationFn: (variables?: Types.CreateVoiceMutationVariables) => fetcher<Types.CreateVoiceMutation, Types.CreateVoiceMutationVariables>(CreateVoiceDocument, variables)(),
    ...options
  }
    )};

useCreateVoiceMutation.getKey = () => ['CreateVoice'];

export const UpdateVoiceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateVoice($id: ID!, $input: UpdateVoiceInput!) {
  updateVoice(id: $id, input: $input) {
    ...VoiceFields
  }
}
    fragment VoiceFields on Voice {
  id
  displayName
  description
  language
  gender
  country
  provider
  sampleUrl
  createdByOrganizationId
}`);

export const useUpdateVoiceMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.UpdateVoiceMutation, TError, Types.UpdateVoiceMutationVariables, TContext>) => {
    
    return useMutation<Types.UpdateVoiceMutation, TError, Types.UpdateVoiceMutationVariables, TContext>(
      {
    mutationKey: ['UpdateVoice'],
    mutationFn: (variables?: Types.UpdateVoiceMutationVariables) => fetcher<Types.UpdateVoiceMutation, Types.UpdateVoiceMutationVariables>(UpdateVoiceDocument, variables)(),
    ...options
  }
    )};

useUpdateVoiceMutation.getKey = () => ['UpdateVoice'];

export const DeleteVoiceDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteVoice($id: ID!) {
  deleteVoice(id: $id)
}
    `);

export const useDeleteVoiceMutation = <
      TError = AnyApiError,
      TContext = unknown
    >(options?: UseMutationOptions<Types.DeleteVoiceMutation, TError, Types.DeleteVoiceMutationVariables, TContext>) => {
    
    return useMutation<Types.DeleteVoiceMutation, TError, Types.DeleteVoiceMutationVariables, TContext>(
      {
    mutationKey: ['DeleteVoice'],
    mutationFn: (variables?: Types.DeleteVoiceMutationVariables) => fetcher<Types.DeleteVoiceMutation, Types.DeleteVoiceMutationVariables>(DeleteVoiceDocument, variables)(),
    ...options
  }
    )};

useDeleteVoiceMutation.getKey = () => ['DeleteVoice'];
