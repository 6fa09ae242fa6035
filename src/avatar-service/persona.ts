import type { personaContract } from '../contract/persona.ts';
import { BadRequest } from './errors.ts';
import type { HandlersOf, Services } from './handler-types.ts';
import { deleteOrFail, findOrFail, isId } from './ids.ts';
import { loadPage } from './load-page.ts';

interface Ids {
  readonly avatarId?: string | undefined;
  readonly toolIds?: readonly string[] | undefined;
}

/** Validates the format of ids. The referenced resources do not have to exist. */
function checkIds({ avatarId, toolIds = [] }: Ids) {
  if (avatarId !== undefined && !isId(avatarId)) {
    throw BadRequest.at(['avatarId'], 'The avatar id must be a UUID.');
  }
  const index = toolIds.findIndex((id) => !isId(id));
  if (index >= 0) throw BadRequest.at(['toolIds', index], 'The tool id must be a UUID.');
}

/** Converts tool ids to lower case, the case in which ids are stored, each id once. */
const normalizeToolIds = <Body extends Ids>(body: Body) =>
  body.toolIds === undefined
    ? body
    : { ...body, toolIds: [...new Set(body.toolIds.map((id) => id.toLowerCase()))] };

/** Handlers of personas. */
export const personaHandlers = ({
  store,
  now,
  newId,
}: Services): HandlersOf<typeof personaContract> => ({
  createPersona: async ({ body: { brainType, ...body } }) => {
    checkIds(body);
    const at = now().toISOString();
    const llm = brainType === undefined ? {} : { llmId: brainType };
    const persona = {
      id: newId(),
      ...normalizeToolIds(body),
      ...llm,
      createdAt: at,
      updatedAt: at,
    };
    await store.personas.insert(persona);
    return persona;
  },

  personas: ({ query }) => loadPage(query, store.personas.list),

  persona: ({ params: { id } }) => findOrFail('a persona', id, store.personas.find),

  updatePersona: ({ params: { id }, body }) => {
    checkIds(body);
    return findOrFail('a persona', id, (recordId) =>
      store.personas.change(recordId, (persona) => ({
        ...persona,
        ...normalizeToolIds(body),
        updatedAt: now().toISOString(),
      })),
    );
  },

  deletePersona: async ({ params: { id } }) => {
    await deleteOrFail('a persona', id, (recordId) => store.personas.remove(recordId));
    return { message: 'Persona deleted' };
  },
});
