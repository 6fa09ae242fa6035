/**
 * The operations that are tools, with the text by which an agent chooses one. Each tool costs every agent context, so
 * that connections, lookups of several ids and operations that take a secret are left to other clients.
 */
export const CATALOG: Readonly<Record<string, string>> = {
  Personas:
    'Lists personas, page by page, optionally those whose name contains a text. Use it to find the id of a persona by its name. Settings and tools are in Persona, and the system prompt in PersonaPrompts.',
  Persona:
    'Returns the settings of one persona: its avatar, voice, LLM, greeting and tools. Null if the id does not exist.',
  PersonaPrompts:
    "Returns how one persona is made: its system prompt, personality, first message and director's notes. Read them before you change them.",
  CreatePersona:
    'Creates a persona from ids of an avatar, a voice, an LLM and tools, and a system prompt. Find the ids with Avatars, Voices, Llms and Tools first.',
  UpdatePersona:
    'Changes the given fields of a persona and keeps all others. toolIds replaces the whole list.',
  DeletePersona: 'Deletes a persona. This cannot be undone.',
  Avatars: 'Lists avatars, the visible part of personas, by text or by tags.',
  CreateAvatar:
    'Creates an avatar from the URL of a JPEG, PNG or WebP image. Takes up to two minutes and needs a plan that allows it.',
  Tools:
    'Lists tools, the functions that the LLM of a persona can call, by name, description or id.',
  Tool: 'Returns one tool with its configuration. Null if the id does not exist.',
  CreateTool:
    'Creates a tool for personas. The type determines the fields of config. A SYSTEM tool can never be changed or deleted afterwards.',
  UpdateTool:
    'Changes the given fields of a tool and keeps all others. config is replaced as a whole, so read it with Tool first and send all of it. SYSTEM tools cannot be changed.',
  DeleteTool: 'Deletes a tool. Personas lose it at once. SYSTEM tools cannot be deleted.',
  Voices: 'Lists voices, what personas speak with, by text.',
  Llms: 'Lists the language models for the llmId of a persona, built-in and custom, by text.',
  Sessions:
    'Lists sessions, the conversations of clients with personas, the newest first, by text or by persona: when they were, how they ended and which of them run. What was said is in SessionTranscript.',
  Session:
    'Returns one session by its id: when it was, how it ended, whether it runs and its persona. What was said is in SessionTranscript. Null if the id does not exist.',
  SessionTranscript:
    'Returns what was said in one session. It is personal data: use it only if the user asks about this conversation. The transcript is null until there is one, which can be a minute after the session has ended.',
  SessionStatistics:
    'Returns how fast all sessions of a time range were: percentiles of each stage of an answer in seconds, the slowest turns with their sessions, interruptions, errors and tool calls.',
  KnowledgeGroups:
    'Lists the groups of documents that tools of the type SERVER_RAG search. Use it to find the groupId for SearchKnowledge.',
  SearchKnowledge:
    'Searches the documents of one knowledge group and returns the parts that match best, with their text and file names. Use it to answer questions from the documents.',
  CreateSessionToken:
    'Creates a token that starts one session with a persona. The token is a credential that expires after an hour: give it to the client and nobody else. Choose a saved persona by personaId, or describe one.',
};
