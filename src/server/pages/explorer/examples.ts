/** A tab of the explorer. */
export interface Example {
  readonly query: string;
  /** JSON. The ids are those of the bundled avatar service's initial data. */
  readonly variables?: string;
}

const PERSONA = '9ed89edd-d684-4325-b600-e6129ec04ece';
const AVATAR = '47eaa099-2cb6-416d-86dc-283cf0480ff9';
const TOOL = 'fb474e95-e2f0-4826-ba91-53bde3221553';

const json = (variables: object) => JSON.stringify(variables, null, 2);

/** The explorer's default tabs: operations for each resource, ready to run. */
export const examples: readonly Example[] = [
  {
    query: `# Welcome. Ctrl+Enter runs this; the other tabs
# show more operations. Ctrl+click an imageUrl
# in the response to see the image.

query Personas($page: Int, $search: String) {
  personas(page: $page, perPage: 5, search: $search) {
    total
    page
    lastPage
    nextPage
    items {
      id
      name
      description
      avatar {
        displayName
        imageUrl
      }
    }
  }
}
`,
    variables: json({ page: 1, search: null }),
  },
  {
    query: `query Persona($id: ID!) {
  persona(id: $id) {
    name
    systemPrompt
    avatarModel
    llm {
      id
      description
    }
    avatar {
      displayName
      imageUrl
    }
    record
  }
}
`,
    variables: json({ id: PERSONA }),
  },
  {
    query: `# For infinite scrolling: pass the endCursor of a
# response as "after" of the next query.

query ScrollPersonas($first: Int, $after: String) {
  personasConnection(first: $first, after: $after, search: "guide") {
    totalCount
    nodes {
      id
      name
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
    variables: json({ first: 3, after: null }),
  },
  {
    query: `mutation CreatePersona($input: CreatePersonaInput!) {
  createPersona(input: $input) {
    persona {
      id
      name
      avatar {
        displayName
      }
    }
  }
}
`,
    variables: json({
      input: {
        name: 'Ada, workshop host',
        description: 'Welcomes people to a workshop.',
        avatarId: AVATAR,
        llmId: '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
        systemPrompt: 'You welcome people to a workshop and help them settle in.',
        skipGreeting: false,
      },
    }),
  },
  {
    query: `# First choose an image with the Files button
# (bottom right). "$file" refers to it.

mutation UploadAvatar($input: CreateAvatarInput!) {
  createAvatar(input: $input) {
    avatar {
      id
      displayName
      imageUrl
    }
  }
}
`,
    variables: json({ input: { displayName: 'My avatar', image: { file: '$file' } } }),
  },
  {
    query: `# An image by URL. The upstream fetches it.

mutation AvatarFromUrl($input: CreateAvatarInput!) {
  createAvatar(input: $input) {
    avatar {
      id
      displayName
      imageUrl
    }
  }
}
`,
    variables: json({
      input: {
        displayName: 'From the web',
        image: { url: 'https://avatars.githubusercontent.com/u/583231' },
      },
    }),
  },
  {
    query: `query Tool($id: ID!) {
  tool(id: $id) {
    id
    name
    description
    type
    config
  }
}

mutation UpdateTool($id: ID!, $input: UpdateToolInput!) {
  updateTool(id: $id, input: $input) {
    tool {
      name
      description
      updatedAt
    }
  }
}

mutation DeleteTool($id: ID!) {
  deleteTool(id: $id) {
    deletedId
  }
}
`,
    variables: json({
      id: TOOL,
      input: { description: 'Shows a product beside the conversation.' },
    }),
  },
  {
    query: `# Creates a session token for a saved persona.
# Give the client only the sessionToken.

mutation CreateSessionToken($input: CreateSessionTokenInput!) {
  createSessionToken(input: $input) {
    sessionToken
    type
    expiresAt
  }
}
`,
    variables: json({
      input: { clientLabel: 'explorer', personaConfig: { personaId: PERSONA } },
    }),
  },
  {
    query: `# A session token for a persona that is defined
# for this session only.

mutation CreateInlineSessionToken($input: CreateSessionTokenInput!) {
  createSessionToken(input: $input) {
    sessionToken
    type
    expiresAt
  }
}
`,
    variables: json({
      input: {
        personaConfig: {
          name: 'Nora for one visitor',
          avatarId: AVATAR,
          voiceId: '3b041641-1788-44f2-a60d-f25453fe2e85',
          llmId: '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
          systemPrompt: 'You guide one visitor who loves ceramics.',
          maxSessionLengthSeconds: 600,
          languageCode: 'en',
          voiceDetectionOptions: { endOfSpeechSensitivity: 0.5 },
          voiceGenerationOptions: { speed: 1.05 },
        },
        sessionOptions: { sessionReplay: { enableSessionReplay: false } },
      },
    }),
  },
  {
    query: `# Ctrl+click a sampleUrl in the response to hear
# the voice.

query Voices($search: String) {
  voices(perPage: 5, search: $search) {
    total
    items {
      id
      displayName
      language
      sampleUrl
    }
  }
}
`,
    variables: json({ search: null }),
  },
  {
    query: `query Llms {
  llms {
    items {
      id
      displayName
      description
      isBuiltIn
    }
  }
}
`,
  },
];
