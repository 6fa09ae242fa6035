import { z } from 'zod';
import { resources } from '../contract/api.ts';
import type { PageNumbers, UpstreamPage } from '../contract/page.ts';
import {
  CreatePersona,
  type CreatePersona as CreatePersonaBody,
  MAX_PERSONA_TOOLS,
  type Persona as PersonaRecord,
  type UpdatePersona as UpdatePersonaBody,
} from '../contract/persona.ts';
import { WidgetConfig } from '../contract/persona-settings.ts';
import { getDescription } from '../contract/schema-meta.ts';
import type { Grant } from '../policy/grant.ts';
import { createUnsupportedError, isCallError } from '../upstream/errors.ts';
import { Avatar } from './avatar.ts';
import { builder } from './builder.ts';
import { cutPage, hasText } from './connection.ts';
import type { GraphContext } from './context.ts';
import { addExtra } from './extra.ts';
import { createFields } from './fields.ts';
import { KnowledgeGroup } from './knowledge.ts';
import { findLlm, Llm } from './llm.ts';
import type { Loaders } from './loaders.ts';
import { personaReaders, withLlmId } from './persona-names.ts';
import { PROMPT_NOTE, PROMPT_SCOPES, RAW_NOTE, RAW_SCOPES } from './record-field.ts';
import { addResourceFields } from './resource-fields.ts';
import { EXPECTED_GROUPS, loadGroups, MAX_GROUPS, Tool } from './tool.ts';
import { Voice } from './voice.ts';

const { knowledge, widgetConfig } = resources.persona.record.shape;

/** Returns the tools of a persona that exist, embedded or looked up by id; null if the record has neither. */
function findTools({ tools, toolIds }: PersonaRecord, loaders: Loaders) {
  if (tools && (tools.length > 0 || !toolIds)) return tools;
  return toolIds ? loaders.loadExisting('tool', toolIds) : null;
}

const loadTools = (persona: PersonaRecord, loaders: Loaders) =>
  loaders.loadField('persona', persona, (complete) => findTools(complete, loaders));

/** Assumed number of tools of a persona, for the query cost. */
const EXPECTED_TOOLS = 5;

export const Persona = builder.objectRef<PersonaRecord>('Persona').implement({
  description: 'An avatar with a voice, a language model and a system prompt.',
  fields: (t) => ({
    ...createFields('persona', {
      except: ['avatar', 'brainType', 'voice', 'brain', 'tools', 'knowledge', 'shareLinks'],
      readers: personaReaders,
    }),
    avatar: t.field({
      type: Avatar,
      description: 'The avatar; null if none is set or it no longer exists.',
      scopes: ['avatars:read'],
      resolve: (persona, _, { loaders }) => {
        const id = personaReaders.avatarId(persona);
        return id === null ? null : loaders.load('avatar', id);
      },
    }),
    voice: t.field({
      type: Voice,
      description: 'The voice; null if none is set or it no longer exists.',
      scopes: ['voices:read'],
      resolve: (persona, _, { loaders }) => {
        if (persona.voice) return persona.voice;
        return persona.voiceId ? loaders.load('voice', persona.voiceId) : null;
      },
    }),
    llm: t.field({
      type: Llm,
      description:
        'The language model; null if none is set or it no longer exists. If the upstream does not support lookups of LLMs, a custom LLM has only its id.',
      scopes: ['llms:read'],
      resolve: (persona, _, { loaders }) =>
        loaders.loadField('persona', persona, (persona) => {
          const id = personaReaders.llmId(persona);
          return id ? findLlm(id, loaders) : null;
        }),
    }),
    tools: t.field({
      type: [Tool],
      description: `The first ${MAX_PERSONA_TOOLS} tools, without those that no longer exist.`,
      scopes: ['tools:read'],
      complexity: { field: 1, multiplier: EXPECTED_TOOLS },
      resolve: (persona, _, { loaders }) => loadTools(persona, loaders),
    }),
    knowledgeGroups: t.field({
      type: [KnowledgeGroup],
      description: `The first ${MAX_GROUPS} groups that the tools search. ${PROMPT_NOTE}`,
      scopes: ['knowledge:read', 'tools:read', ...PROMPT_SCOPES],
      // The tools are looked up as well.
      complexity: { field: 1 + EXPECTED_TOOLS, multiplier: EXPECTED_GROUPS },
      resolve: async (persona, _, { loaders }) => {
        return loadGroups((await loadTools(persona, loaders)) ?? [], loaders);
      },
    }),
    knowledge: t.field({
      type: ['JSONObject'],
      description: `${getDescription(knowledge)} ${RAW_NOTE}`,
      scopes: RAW_SCOPES,
      resolve: (persona, _, { loaders }) =>
        loaders.loadField('persona', persona, ({ knowledge }) => knowledge),
    }),
  }),
});

/** Returns the ids of the personas that exist for a caller; undefined if all do. */
const listIds = (grant: Grant | undefined): readonly string[] | undefined =>
  !grant || grant.personas === 'all' ? undefined : [...grant.personas];

/** Whether a persona with this id may exist for a caller. */
export const mayExist = (grant: Grant | undefined, id: string): boolean =>
  listIds(grant)?.includes(id) ?? true;

/** Reads a page of the personas with these ids. A search needs the names of all. */
async function readPage(
  ids: readonly string[],
  { search, ...numbers }: PageNumbers & { readonly search?: string | undefined },
  { loaders }: GraphContext,
): Promise<UpstreamPage<PersonaRecord>> {
  if (search) {
    const personas = await loaders.loadExisting('persona', ids);
    return cutPage(
      personas.filter(({ name }) => hasText(search, name)),
      numbers,
    );
  }
  const start = (numbers.page - 1) * numbers.perPage;
  const data = await loaders.loadExisting('persona', ids.slice(start, start + numbers.perPage));
  return { data, meta: { total: ids.length } };
}

/** Reads a page of the personas that exist for a caller: of the upstream's list, or of those with the caller's ids. */
const readPersonas = (
  query: PageNumbers & { readonly search?: string | undefined },
  context: GraphContext,
): Promise<UpstreamPage<PersonaRecord>> => {
  const ids = listIds(context.caller.grant);
  return ids ? readPage(ids, query, context) : context.rest.personas({ query });
};

const { search } = resources.persona.endpoints.personas.query.shape;
const { method, path, extension } = resources.persona.endpoints.updatePersona;

/** Creates a persona and then its widget, which upstreams have only in updates. */
async function createWithWidget(
  { widgetConfig, ...body }: CreatePersonaBody & Pick<UpdatePersonaBody, 'widgetConfig'>,
  { rest, loaders }: GraphContext,
): Promise<PersonaRecord> {
  if (!loaders.supports('updatePersona'))
    throw createUnsupportedError(`${method} ${path}`, extension ?? '');
  const { id } = await rest.createPersona({ body });
  try {
    return await rest.updatePersona({ params: { id }, body: { widgetConfig } });
  } catch (error) {
    // Otherwise, the caller would create the persona again.
    if (isCallError(error))
      error.message = `The persona ${id} was created, but not its widget: ${error.message}`;
    throw error;
  }
}

addResourceFields({
  resource: 'persona',
  type: Persona,
  list: { filters: z.object({ search }), fetchPage: readPersonas },
  create: {
    description: 'Creates a persona. With widgetConfig, it makes two upstream calls.',
    schema: CreatePersona.safeExtend({
      widgetConfig: WidgetConfig.describe(getDescription(widgetConfig))
        .meta({ 'x-extension': true })
        .optional(),
    }),
    complexity: ({ widgetConfig }) => (widgetConfig ? 2 : 1),
    run: ({ extra, ...fields }, context) => {
      const body = addExtra(withLlmId(fields), extra);
      return fields.widgetConfig
        ? createWithWidget(body, context)
        : context.rest.createPersona({ body });
    },
  },
});
