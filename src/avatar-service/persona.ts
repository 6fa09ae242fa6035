import { personaContract, UpdatePersona } from '../contract/persona.ts';
import { getMeta } from '../contract/schema-meta.ts';
import { checkModel } from './avatar.ts';
import { addEndpoints, type ServiceRoutes } from './endpoints.ts';
import { BadRequest } from './errors.ts';
import { createRecordHandlers } from './record-handlers.ts';
import { isId, type StoredRecord } from './store/records.ts';

interface Ids {
  readonly avatarId?: string | undefined;
  readonly voiceId?: string | undefined;
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

/** Converts tool ids to lower case, as they are stored, and removes duplicates. */
const normalizeToolIds = <Body extends Ids>(body: Body) =>
  body.toolIds === undefined
    ? body
    : { ...body, toolIds: [...new Set(body.toolIds.map((id) => id.toLowerCase()))] };

/** The fields whose objects keep what an update omits. */
const MERGED = Object.entries(UpdatePersona.shape).flatMap(([name, schema]) =>
  getMeta(schema).onUpdate === 'merge' ? [name] : [],
);

/** Completes changes with the other fields of the saved objects. */
const mergeObjects = (persona: StoredRecord, changes: object): object =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      MERGED.includes(name) ? { ...Object(persona[name]), ...Object(value) } : value,
    ]),
  );

/** Options of voice generation depend on the voice. */
const resetVoiceOptions = ({ voiceId: saved }: StoredRecord, { voiceId }: Ids) =>
  voiceId === undefined || voiceId === saved ? {} : { voiceGenerationOptions: null };

export const personas: ServiceRoutes = (scopes, services) => {
  const { list, get, create, change, remove, viewOne } = createRecordHandlers(
    'persona',
    services,
    (personas) => personas.map((persona) => ({ toolIds: [], knowledge: [], ...persona })),
  );
  addEndpoints(scopes, services, personaContract, {
    createPersona: async ({ body: { brainType, ...body }, ...context }) => {
      checkIds(body);
      checkModel(body);
      const llm = brainType === undefined ? {} : { llmId: brainType };
      const persona = create({ ...normalizeToolIds(body), ...llm });
      await context.tables.personas.insert(persona);
      return viewOne(persona, context);
    },
    personas: list,
    persona: get,
    updatePersona: (request) => {
      checkIds(request.body);
      checkModel(request.body);
      return change(request, (persona) => ({
        ...resetVoiceOptions(persona, request.body),
        ...mergeObjects(persona, normalizeToolIds(request.body)),
      }));
    },
    deletePersona: remove,
  });
};
