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
  description: 'A language model that a persona can speak with.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'What llmId takes.' }),
    description: t.exposeString('description', {
      description:
        'What it is; null for a custom LLM, whose records the specification does not show.',
    }),
    isBuiltIn: t.boolean({
      nullable: false,
      description: 'Whether every service has it. Custom LLMs belong to one account.',
      resolve: ({ id }) => builtIn.has(id),
    }),
    record: t.expose('record', {
      type: 'JSONObject',
      nullable: false,
      description: 'All that is known of it.',
    }),
  }),
});

builder.queryFields((t) => ({
  llms: t.field({
    type: [Llm],
    nullable: false,
    description: 'The built-in LLMs. Custom LLM ids are accepted wherever an llmId is.',
    resolve: () => [...builtIn.values()],
  }),
  llm: t.field({
    type: Llm,
    description: 'A built-in LLM by id; null where there is none.',
    args: { id: t.arg.id({ required: true, description: 'Id of the LLM.' }) },
    resolve: (_, { id }) => builtIn.get(id),
  }),
}));
