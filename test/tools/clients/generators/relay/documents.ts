import { graphql } from 'relay-runtime';

// Relay's compiler reads these. The program runs the modules that it generates.

graphql`
  query documentsPersonasQuery($first: Int!, $after: String) {
    ...documents_personas @arguments(first: $first, after: $after)
  }
`;

graphql`
  fragment documents_personas on Query
  @argumentDefinitions(first: { type: "Int!" }, after: { type: "String" })
  @refetchable(queryName: "documentsNextPageQuery") {
    personas(first: $first, after: $after) @connection(key: "documents_personas") {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`;

graphql`
  mutation documentsCreateMutation($input: CreatePersonaInput!, $connections: [ID!]!) {
    createPersona(input: $input) {
      personaEdge @prependEdge(connections: $connections) {
        cursor
        node {
          id
          name
        }
      }
    }
  }
`;

graphql`
  mutation documentsDeleteMutation($id: ID!, $connections: [ID!]!) {
    deletePersona(id: $id) {
      deletedId @deleteEdge(connections: $connections)
    }
  }
`;
