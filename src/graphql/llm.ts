import { BUILT_IN_LLMS } from '../contract/llm.ts';
import type { JsonObject } from '../contract/record.ts';
import { builder } from './builder.ts';

interface LlmModel {
  readonly id: string;
  readonly description: string | null;
  readonly record: JsonObject;
}

const builtIn = new Map<string, LlmModel>(
  BUILT_IN_LLMS.map((llm) => [llm.id, { ...llm, record: { ...llm } }]),
);

/** The LLM that an llmId names: a built-in one, or else a custom one, of which only the id is known. */
export const llmById = (id: string): LlmModel =>
  builtIn.get(id) ?? { id, description: null, record: { id } };

/** A language model. */
export const Llm = builder.objectRef<LlmModel>('Llm').implement({
  description: 'A language model of personas.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Value for llmId.' }),
    description: t.exposeString('description', {
      description: 'Description of the LLM; null for a custom LLM.',
    }),
    isBuiltIn: t.boolean({
      nullable: false,
      description: 'Whether the LLM is built in. Custom LLMs belong to one account.',
      resolve: ({ id }) => builtIn.has(id),
    }),
    record: t.expose('record', {
      type: 'JSONObject',
      nullable: false,
      description: 'The LLM as raw JSON.',
    }),
  }),
});

builder.queryFields((t) => ({
  llms: t.field({
    type: [Llm],
    nullable: false,
    description: 'Returns the built-in LLMs. Every llmId also accepts the id of a custom LLM.',
    resolve: () => [...builtIn.values()],
  }),
  llm: t.field({
    type: Llm,
    description: 'Returns a built-in LLM by id, or null if it does not exist.',
    args: { id: t.arg.id({ required: true, description: 'Id of the LLM.' }) },
    resolve: (_, { id }) => builtIn.get(id),
  }),
}));
