/**
 * The operations that are tools, each with the description that agents choose it by. Each tool takes context of every
 * agent, so connections, lookups of several ids and operations that take a secret are left to other clients.
 */
export const CATALOG: Readonly<Record<string, string>> = {
  Personas:
    'Lists personas, one page at a time, optionally only those whose name contains a text. Use it to find the id of a persona by its name. Settings and tools are in Persona, and the system prompt in PersonaPrompts.',
  Persona:
    'Returns the settings of one persona: its avatar, voice, LLM, greeting and tools. Null if the id does not exist.',
  PersonaPrompts:
    "Returns how one persona is configured: its system prompt, personality, first message and director's notes. Read them before you change them.",
  CreatePersona:
    'Creates a persona from a system prompt and the ids of an avatar, a voice, an LLM and tools. Find the ids with Avatars, Voices, Llms and Tools first.',
  UpdatePersona:
    'Changes the given fields of a persona and keeps all others. toolIds replaces the whole list.',
  DeletePersona: 'Deletes a persona. This cannot be undone.',
  Avatars: 'Lists avatars, the visible part of personas, by text or by tags.',
  CreateAvatar:
    'Creates an avatar from the URL of a JPEG, PNG or WebP image. Takes up to two minutes. Requires a plan that allows it.',
  Tools:
    'Lists tools, the functions that the LLM of a persona can call, by name, description or id.',
  Tool: 'Returns one tool with its configuration. Null if the id does not exist.',
  CreateTool:
    'Creates a tool for personas. The type determines the fields of config. A SYSTEM tool can never be changed or deleted afterwards.',
  UpdateTool:
    'Changes the given fields of a tool and keeps all others. config is replaced as a whole, so read it with Tool first and send it completely. System tools cannot be changed.',
  DeleteTool:
    'Deletes a tool and immediately removes it from personas. System tools cannot be deleted.',
  Voices: 'Lists the voices of personas, by text.',
  Llms: 'Lists the language models for the llmId of a persona, built-in and custom, by text.',
  Sessions:
    'Lists sessions, the conversations of clients with personas, the newest first, by text or by persona: when they took place, how they ended and which are running. What was said is in SessionTranscript.',
  Session:
    'Returns one session by its id: when it took place, how it ended, whether it is running, and its persona. What was said is in SessionTranscript. Null if the id does not exist.',
  SessionTranscript:
    'Returns what was said in one session. This is personal data: use it only if the user asks about this conversation. The transcript is null until it is available, which can take a minute after the end of the session.',
  SessionStatistics:
    'Returns latency statistics of all sessions in a time range: percentiles of each stage of a turn in seconds, the slowest turns with their sessions, interruptions, errors and tool calls.',
  KnowledgeGroups:
    'Lists the groups of documents that knowledge tools can search. Use it to find the groupId for SearchKnowledge.',
  SearchKnowledge:
    'Searches the documents of one knowledge group and returns the parts that match best, with their text and file names. Use it to answer questions from the documents.',
  CreateSessionToken:
    'Creates a token that starts one session with a persona. The token is a credential that expires after an hour: give it only to the client. Choose a saved persona with personaId, or define one.',
};
