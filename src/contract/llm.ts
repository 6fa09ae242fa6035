/** A language model that every service of this specification knows by id. */
export interface BuiltInLlm {
  readonly id: string;
  readonly description: string;
}

/** Specification, "Built-in LLM ids". Old brainType values and custom LLM ids are accepted as llmId besides these. */
export const BUILT_IN_LLMS: readonly BuiltInLlm[] = [
  {
    id: '0934d97d-0c3a-4f33-91b0-5e136a0ef466',
    description: 'A small OpenAI GPT-4 class model.',
  },
  { id: 'SERVICE_LLAMA_v3_3_70B_V1', description: 'A Llama 3.3 70B model.' },
  {
    id: 'CUSTOMER_CLIENT_V1',
    description: 'LLM processing on the client; disables the server-side LLM.',
  },
];
