import { BUILT_IN_LLMS, llmContract } from '../contract/llm.ts';
import { addEndpoints, type ServiceRoutes } from './endpoints.ts';
import { Conflict, NotFound } from './errors.ts';
import { createRecordHandlers, findOrFail, loadPage } from './record-handlers.ts';
import { foldCase } from './store/collection.ts';
import { isId, type StoredRecord } from './store/records.ts';

const builtIn: readonly StoredRecord[] = BUILT_IN_LLMS.map(({ id, name, description }) => ({
  id,
  displayName: name,
  description,
  llmFormat: 'none',
  urls: [],
  displayTags: [],
  isDefault: true,
  isGlobal: true,
  isZdr: false,
  createdByOrganizationId: null,
}));

const findBuiltIn = (id: string) => builtIn.find((llm) => llm.id === id);

const rejectBuiltIn = (id: string) => {
  if (findBuiltIn(id)) throw new Conflict('Built-in LLMs cannot be changed.');
};

/** Finds a custom LLM. An id that is not a UUID, such as a former brainType, is valid but unknown. */
const findCustom = <Found>(id: string, find: (id: string) => Promise<Found | undefined>) => {
  if (!isId(id)) throw new NotFound(`No LLM has the id ${id}.`);
  return findOrFail('an LLM', id, find);
};

const createSearchFilter =
  (search = '') =>
  ({ displayName, description }: StoredRecord) =>
    foldCase([displayName, description]).includes(foldCase([search]));

/** The routes of LLMs. Built-in LLMs are not in the store and come first in lists. */
export const llms: ServiceRoutes = (scopes, services) => {
  const { now } = services;
  const { create } = createRecordHandlers('llm', services);
  addEndpoints(scopes, services, llmContract, {
    llms: ({ query, tables }) => {
      const first = query.includeDefaults ? builtIn.filter(createSearchFilter(query.search)) : [];
      return loadPage(query, tables.llms.list, first);
    },

    createLlm: async ({ body: { secret, ...body }, caller, tables }) => {
      const llm = create({
        description: null,
        displayTags: [],
        isDefault: false,
        isGlobal: false,
        isZdr: false,
        ...body,
        createdByOrganizationId: caller.account,
      });
      await tables.llms.insert(llm, secret);
      return llm;
    },

    llm: async ({ params: { id }, tables }) =>
      findBuiltIn(id) ?? (await findCustom(id, tables.llms.find)),

    updateLlm: async ({ params: { id }, body: { secret, url, ...changes }, tables }) => {
      rejectBuiltIn(id);
      const body = url === undefined ? changes : { urls: [{ url }], ...changes };
      return findCustom(id, (recordId) =>
        tables.llms.change(
          recordId,
          (llm) => ({ ...llm, ...body, updatedAt: now().toISOString() }),
          secret,
        ),
      );
    },

    deleteLlm: async ({ params: { id }, tables }) => {
      rejectBuiltIn(id);
      await findCustom(id, async (recordId) => (await tables.llms.remove(recordId)) || undefined);
    },
  });
};
