/** Creates a persona and selects its own fields. */
export const CREATE_PERSONA = `mutation ($input: CreatePersonaInput!) {
  createPersona(input: $input) {
    persona {
      id name description avatarId avatarModel voiceId llmId systemPrompt skipGreeting createdAt record
    }
  }
}`;

/** Updates a persona and selects fields with relations. */
export const UPDATE_PERSONA = `mutation ($id: ID!, $input: UpdatePersonaInput!) {
  updatePersona(id: $id, input: $input) {
    persona {
      name avatarModel systemPrompt languageCode initialMessage toolIds tools { name } voice { displayName }
    }
  }
}`;
