import { z } from 'zod';
import {
  CreatePersona,
  type Persona as PersonaRecord,
  PersonasQuery,
  personaShape,
  UpdatePersona,
} from '../contract/persona.ts';
import { Avatar } from './avatar.ts';
import { anyAvatarModel } from './avatar-models.ts';
import { builder } from './builder.ts';
import {
  createDescriber,
  mergeExtra,
  omitNulls,
  preprocessNulls,
  rejectConflicts,
  withLlmId,
} from './input.ts';
import { addListFields } from './list-fields.ts';
import { findLlm, Llm } from './llm.ts';
import { type Loaders, loadRelated, primeLoaders, readComplete } from './loaders.ts';
import { addDeleteField, addLookupField, createIdArgument } from './lookup-fields.ts';
import { getAvatarId, getSystemPrompt, getToolIds, getVoiceId } from './persona-fields.ts';
import { AvatarModel, createBrainTypeField, createStoredPersonaFields } from './persona-input.ts';
import { createRecordField } from './record-field.ts';
import { markEmbedded, Tool } from './tool.ts';
import { Voice } from './voice.ts';

const describe = createDescriber(personaShape);

// Created once. As inline functions, a list of 20 personas would create up to 80.
const getLlmId = ({ llmId }: PersonaRecord) => llmId;
const getSkipGreeting = ({ skipGreeting }: PersonaRecord) => skipGreeting;
const getInitialMessage = ({ initialMessage }: PersonaRecord) => initialMessage;
const getLanguageCode = ({ languageCode }: PersonaRecord) => languageCode;

/** Returns the tools of a persona, embedded or looked up by id; null if the record has neither. */
function findTools({ tools, toolIds }: PersonaRecord, loaders: Loaders) {
  if (tools && (tools.length > 0 || !toolIds)) return markEmbedded(tools);
  return toolIds?.map((id) => loadRelated(loaders.tool, id)) ?? null;
}

/** Assumed number of tools of a persona, for the query cost. */
const EXPECTED_TOOLS = 5;

/** The GraphQL type of personas. */
export const Persona = builder.objectRef<PersonaRecord>('Persona').implement({
  description:
    'A conversational persona: an avatar with a voice, a language model and a system prompt.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'Id of the persona in the upstream.',
    }),
    name: t.exposeString('name', { description: describe('name') }),
    description: t.exposeString('description', { description: describe('description') }),
    avatarId: t.id({ description: describe('avatarId'), resolve: getAvatarId }),
    avatar: t.field({
      type: Avatar,
      description: 'The avatar; null if none is set or it no longer exists.',
      scopes: ['avatars:read'],
      resolve: (persona, _, { loaders }) => {
        const id = getAvatarId(persona);
        return id === null ? null : loadRelated(loaders.avatar, id);
      },
    }),
    avatarModel: t.field({
      type: AvatarModel,
      resolve: (persona, _, { loaders, furtherModels }) =>
        readComplete(
          loaders,
          persona,
          ({ avatarModel, record }) =>
            avatarModel ?? furtherModels.find((model) => model === record.avatarModel),
        ),
      description: `${describe('avatarModel')} Also null for a version that is not in this schema; \`record\` contains it.`,
    }),
    voiceId: t.id({
      description: describe('voiceId'),
      resolve: getVoiceId,
    }),
    voice: t.field({
      type: Voice,
      description: 'The voice; null if none is set or it no longer exists.',
      scopes: ['voices:read'],
      resolve: (persona, _, { loaders }) => {
        if (persona.voice) return persona.voice;
        return persona.voiceId ? loadRelated(loaders.voice, persona.voiceId) : null;
      },
    }),
    llmId: t.id({
      description: describe('llmId'),
      resolve: (persona, _, { loaders }) => readComplete(loaders, persona, getLlmId),
    }),
    llm: t.field({
      type: Llm,
      description:
        'The language model; of a custom one only the id, if the upstream is not known to have LLMs by id.',
      scopes: ['llms:read'],
      resolve: (persona, _, context) =>
        readComplete(context.loaders, persona, ({ llmId }) =>
          llmId ? findLlm(llmId, context) : null,
        ),
    }),
    toolIds: t.idList({
      description: describe('toolIds'),
      resolve: (persona, _, { loaders }) => readComplete(loaders, persona, getToolIds),
    }),
    tools: t.field({
      type: [Tool],
      nullable: { list: true, items: true },
      description: 'The tools; null for each tool that no longer exists.',
      scopes: ['tools:read'],
      complexity: { field: 1, multiplier: EXPECTED_TOOLS },
      resolve: (persona, _, { loaders }) =>
        readComplete(loaders, persona, (persona) => findTools(persona, loaders)),
    }),
    systemPrompt: t.string({
      description: describe('systemPrompt'),
      resolve: (persona, _, { loaders }) => readComplete(loaders, persona, getSystemPrompt),
    }),
    skipGreeting: t.boolean({
      description: describe('skipGreeting'),
      resolve: (persona, _, { loaders }) => readComplete(loaders, persona, getSkipGreeting),
    }),
    languageCode: t.string({
      description: describe('languageCode'),
      resolve: (persona, _, { loaders }) => readComplete(loaders, persona, getLanguageCode),
    }),
    initialMessage: t.string({
      description: describe('initialMessage'),
      resolve: (persona, _, { loaders }) => readComplete(loaders, persona, getInitialMessage),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: describe('createdAt') }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: describe('updatedAt') }),
    record: t.field(createRecordField('persona')),
  }),
});

const persona = { type: Persona, kind: 'persona', noun: 'persona', nouns: 'personas' } as const;

addLookupField({ ...persona, scopes: ['personas:read'] });
addListFields({
  ...persona,
  plural: 'personas',
  isExtension: false,
  scopes: ['personas:read'],
  filters: z.object({ name: PersonasQuery.shape.search }),
  read: async ({ name, ...query }, { rest, loaders }) => {
    const page = await rest.personas({ query: { ...query, search: name } });
    primeLoaders(loaders, ...page.data);
    return page;
  },
});

const additionalFields = {
  avatarModel: anyAvatarModel.nullable().optional(),
  extra: z.record(z.string(), z.unknown()).optional(),
};

const CreatePersonaInput = builder.inputType('CreatePersonaInput', {
  description: 'Input of createPersona.',
  validate: {
    schema: preprocessNulls(
      CreatePersona.safeExtend(additionalFields).superRefine(rejectConflicts),
      'avatarModel',
    ),
  },
  fields: (t) => ({ ...createStoredPersonaFields(t), brainType: createBrainTypeField(t) }),
});

/** Fields that can be cleared with null. */
const CLEARED = ['avatarModel', 'voiceId', 'llmId', 'languageCode', 'initialMessage'] as const;

const UpdatePersonaInput = builder.inputType('UpdatePersonaInput', {
  description:
    'Changes to a persona. Omitted fields keep their value. Null clears avatarModel, voiceId, llmId, languageCode and initialMessage; other null fields keep their value.',
  validate: {
    schema: preprocessNulls(
      UpdatePersona.safeExtend(additionalFields).superRefine(rejectConflicts),
      ...CLEARED,
    ),
  },
  fields: createStoredPersonaFields,
});

builder.mutationFields((t) => ({
  createPersona: t.field({
    type: Persona,
    description: 'Creates a persona.',
    args: {
      input: t.arg({ type: CreatePersonaInput, required: true, description: 'The new persona.' }),
    },
    scopes: ['personas:write'],
    resolve: async (_, { input }, { rest, loaders }) => {
      const { extra, ...fields } = omitNulls(input, 'avatarModel');
      const body = mergeExtra(withLlmId(fields), extra);
      const persona = await rest.createPersona({ body });
      loaders.persona.clear(persona.id);
      primeLoaders(loaders, persona);
      return persona;
    },
  }),
  updatePersona: t.field({
    type: Persona,
    description: 'Updates a persona.',
    args: {
      id: createIdArgument(t.arg, 'persona'),
      input: t.arg({ type: UpdatePersonaInput, required: true, description: 'The changes.' }),
    },
    scopes: ['personas:write'],
    resolve: async (_, { id, input }, { rest, loaders }) => {
      const { extra, ...fields } = omitNulls(input, ...CLEARED);
      const body = mergeExtra(fields, extra ?? undefined);
      const persona = await rest.updatePersona({ params: { id }, body });
      loaders.persona.clear(id);
      primeLoaders(loaders, persona);
      return persona;
    },
  }),
}));

addDeleteField({
  ...persona,
  scopes: ['personas:write'],
  remove: (rest, request) => rest.deletePersona(request),
});
