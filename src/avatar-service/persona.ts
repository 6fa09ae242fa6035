import { personaContract } from '../contract/persona.ts';
import { checkModel } from './avatar.ts';
import { addEndpoints } from './endpoints.ts';
import { BadRequest } from './errors.ts';
import { isId } from './ids.ts';
import { createRecords } from './records.ts';
import type { ServicePlugin } from './service-plugin.ts';

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

export const personas: ServicePlugin = async (app, services) => {
  const { list, get, create, change, remove, viewOne } = createRecords(
    'persona',
    services,
    (personas) => personas.map((persona) => ({ toolIds: [], knowledge: [], ...persona })),
  );
  addEndpoints(app, services, personaContract, {
    createPersona: async ({ body: { brainType, ...body }, ...context }) => {
      checkIds(body);
      checkModel(body);
      const llm = brainType === undefined ? {} : { llmId: brainType };
      const persona = create({ ...normalizeToolIds(body), ...llm });
      await context.tables.personas.insert(persona);
      return viewOne(persona, context);
    },
    personas: (request) => list(request),
    persona: get,
    updatePersona: (request) => {
      checkIds(request.body);
      checkModel(request.body);
      const { widgetConfig } = request.body;
      return change(request, (persona) => ({
        ...normalizeToolIds(request.body),
        ...(widgetConfig && {
          widgetConfig: { ...Object(persona.widgetConfig), ...widgetConfig },
        }),
      }));
    },
    deletePersona: ({ params: { id }, tables }) => remove(id, tables.personas.remove),
  });
};
