import { DEFAULT_PER_PAGE } from '../contract/page.ts';
import { BadRequest } from './errors.ts';
import type { Handlers, Services } from './handlers.ts';
import { findOrFail, isId } from './ids.ts';

/** Handlers of personas. Specification, "POST /v1/personas" and "GET /v1/personas"; by id, an extension. */
export const personaHandlers = ({
  store,
  now,
  newId,
}: Services): Required<Pick<Handlers, 'createPersona' | 'personas' | 'persona'>> => ({
  createPersona: async ({ body: { brainType, ...body } }) => {
    if (body.avatarId !== undefined && !isId(body.avatarId)) {
      throw BadRequest.at(['avatarId'], 'An avatarId is a UUID.');
    }
    const at = now().toISOString();
    const llm = brainType === undefined ? {} : { llmId: brainType };
    const persona = { id: newId(), ...body, ...llm, createdAt: at, updatedAt: at };
    await store.personas.insert(persona);
    return persona;
  },

  personas: async ({ query: { page = 1, perPage = DEFAULT_PER_PAGE, search } }) => {
    const { records, total } = await store.personas.list({ page, perPage, search });
    const lastPage = Math.max(1, Math.ceil(total / perPage));
    const meta = {
      total,
      lastPage,
      currentPage: page,
      perPage,
      prev: page > 1 ? page - 1 : null,
      next: page < lastPage ? page + 1 : null,
    };
    return { data: records, meta };
  },

  persona: ({ params: { id } }) => findOrFail('a persona', id, store.personas.find),
});
