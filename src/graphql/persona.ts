import { z } from 'zod';
import { CreatePersona, type Persona as PersonaRecord, personaShape } from '../contract/persona.ts';
import { Id } from '../contract/record.ts';
import { Avatar } from './avatar.ts';
import { anyKnownModel } from './avatar-models.ts';
import { builder } from './builder.ts';
import {
  mergeExtra,
  nullsAsOmitted,
  omitNulls,
  readDescriptions,
  refuseConflicts,
  withLlmId,
} from './input.ts';
import { Llm, llmById } from './llm.ts';
import { primeLoaders, readComplete } from './loaders.ts';
import { avatarIdOf, systemPromptOf, voiceIdOf } from './persona-fields.ts';
import { AvatarModel, brainTypeField, personaInputFields } from './persona-input.ts';

const said = readDescriptions(personaShape);
const asked = readDescriptions(CreatePersona.shape);

// Made once: a list of 20 would make 60 of them.
const llmIdOf = ({ llmId }: PersonaRecord) => llmId;
const llmOf = ({ llmId }: PersonaRecord) => (llmId ? llmById(llmId) : null);
const skipGreetingOf = ({ skipGreeting }: PersonaRecord) => skipGreeting;

/** An avatar with a voice, a language model and a system prompt. */
export const Persona = builder.objectRef<PersonaRecord>('Persona').implement({
  description:
    'A conversational persona: an avatar with a voice, a language model and a system prompt.',
  fields: (t) => ({
    id: t.exposeID('id', {
      nullable: false,
      description: 'Id of the persona in the upstream.',
    }),
    name: t.exposeString('name', { description: said('name') }),
    description: t.exposeString('description', { description: said('description') }),
    avatarId: t.id({ description: said('avatarId'), resolve: avatarIdOf }),
    avatar: t.field({
      type: Avatar,
      description: 'The avatar; null if none is set or it no longer exists.',
      scopes: ['avatars:read'],
      resolve: (persona, _, { loaders }) => {
        const id = avatarIdOf(persona);
        return id === null ? null : loaders.avatar.load(id);
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
      description: `${said('avatarModel')} Also null for a version that is not in this schema; \`record\` contains it.`,
    }),
    voiceId: t.id({
      description: said('voiceId'),
      resolve: voiceIdOf,
    }),
    llmId: t.id({
      description: said('llmId'),
      resolve: (persona, _, { loaders }) => readComplete(loaders, persona, llmIdOf),
    }),
    llm: t.field({
      type: Llm,
      description: 'The language model.',
      resolve: (persona, _, { loaders }) => readComplete(loaders, persona, llmOf),
    }),
    systemPrompt: t.string({
      description: said('systemPrompt'),
      resolve: (persona, _, { loaders }) => readComplete(loaders, persona, systemPromptOf),
    }),
    skipGreeting: t.boolean({
      description: said('skipGreeting'),
      resolve: (persona, _, { loaders }) => readComplete(loaders, persona, skipGreetingOf),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: said('createdAt') }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: said('updatedAt') }),
    record: t.expose('record', {
      type: 'JSONObject',
      nullable: false,
      description: 'The persona as raw JSON from the upstream.',
    }),
  }),
});

builder.queryField('persona', (t) =>
  t.field({
    type: Persona,
    description: 'Returns a persona by id, or null if it does not exist.',
    args: {
      id: t.arg.id({ required: true, validate: { schema: Id }, description: 'Id of the persona.' }),
    },
    scopes: ['personas:read'],
    resolve: (_, { id }, { loaders }) => loaders.persona.load(id),
  }),
);

const CreatePersonaInput = builder.inputType('CreatePersonaInput', {
  description: 'Input of createPersona.',
  validate: {
    schema: nullsAsOmitted(
      CreatePersona.safeExtend({
        avatarModel: anyKnownModel.nullable().optional(),
        extra: z.record(z.string(), z.unknown()).optional(),
      }).superRefine(refuseConflicts),
      'avatarModel',
    ),
  },
  fields: (t) => ({
    ...personaInputFields(t, asked('avatarModel')),
    description: t.string({ description: asked('description') }),
    brainType: brainTypeField(t),
    extra: t.field({
      type: 'JSONObject',
      description:
        'Further keys of the request body, or values of avatarModel, that are not in this schema. They are sent unchanged.',
    }),
  }),
});

builder.mutationField('createPersona', (t) =>
  t.field({
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
);
