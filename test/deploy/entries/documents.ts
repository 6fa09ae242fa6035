import { useQuery } from '@apollo/client/react';
import { PersonasDocument } from 'avatar-graphql-hooks/documents';

/** Returns the name of the first persona, read by Apollo Client. */
export const useFirstName = (): string | null | undefined =>
  useQuery(PersonasDocument, { variables: { first: 1 } }).data?.personas?.nodes[0]?.name;
