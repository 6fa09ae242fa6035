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

graphql`
  query documentsPersonaQuery($id: ID!) {
    persona(id: $id) {
      ...documents_persona
    }
  }
`;

graphql`
  fragment documents_persona on Persona {
    id
    sessions(first: 2) @connection(key: "documents_sessions") {
      totalCount
      edges {
        node {
          id
        }
      }
    }
    shareLinks(first: 2) @connection(key: "documents_shareLinks") {
      edges {
        node {
          id
        }
      }
    }
  }
`;
