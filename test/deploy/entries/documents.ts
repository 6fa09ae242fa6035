import { useQuery } from '@apollo/client/react';
import { PersonasDocument } from 'avatar-graphql-hooks/documents';

/** Returns the name of the first persona, read by Apollo Client. */
export const useFirstName = (): string | null | undefined =>
  useQuery(PersonasDocument, { variables: { perPage: 1 } }).data?.personas?.items[0]?.name;
