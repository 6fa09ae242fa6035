import {
  assertInputObjectType,
  type GraphQLEnumType,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql';
import { z } from 'zod';

const KINDS: Readonly<Record<string, string>> = {
  Boolean: 'boolean',
  DateTime: 'time',
  Float: 'number',
  Int: 'integer',
  JSONObject: 'json',
  Secret: 'secret',
  URL: 'url',
};

const getKind = ({ type }: GraphQLInputField): string => {
  const named = getNamedType(type);
  if (isListType(getNullableType(type))) return 'list';
  if (isEnumType(named)) return 'enum';
  return isInputObjectType(named) ? 'object' : (KINDS[named.name] ?? 'text');
};

/** Words that are written otherwise than in names. */
const WORDS: Readonly<Record<string, string>> = { api: 'API', id: 'id', llm: 'LLM', url: 'URL' };

/** Returns a name in words: `maxTokens` and `MAX_TOKENS` are `Max tokens`. */
function toLabel(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .map((word) => WORDS[word] ?? word)
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const labelValues = (type: GraphQLEnumType) =>
  Object.fromEntries(type.getValues().map(({ name }) => [name, toLabel(name)]));

/** Values that stand for none, in the order of preference. */
const NONE = [null, '', {}] as const;

/** Returns what an update sends for a cleared field: null, unless only another empty value is valid. */
const findCleared = (schema: z.ZodType) =>
  NONE.find((value) => schema.safeParse(value).success) ?? null;

function describeField(field: GraphQLInputField) {
  const { name, description, type, extensions } = field;
  const kind = getKind(field);
  const named = getNamedType(type);
  const { contract } = extensions;
  const isDescribed = contract instanceof z.ZodType;
  const cleared = isDescribed ? findCleared(contract) : null;
  return {
    kind,
    label: toLabel(name),
    // A form has an empty field for it.
    hint: (description ?? '').replace(/ Null removes it\.$/, ''),
    isRequired: isRequiredInputField(field),
    ...(kind === 'enum' && isEnumType(named) && { values: labelValues(named) }),
    ...(cleared !== null && { cleared }),
  };
}

/**
 * Writes what forms know of the fields of input types: the kind of their values, label, hint, and what clears them.
 * @param graph as the code builds it: what is printed has no schemas of the contract.
 */
export function writeFormFields(graph: GraphQLSchema, inputs: readonly string[]): string {
  const fields = inputs.map((name) => [
    name,
    Object.fromEntries(
      Object.values(assertInputObjectType(graph.getType(name)).getFields())
        // The keys that the API does not know, and former names, have no form.
        .filter(({ name, deprecationReason }) => name !== 'extra' && !deprecationReason)
        .map((field) => [field.name, describeField(field)]),
    ),
  ]);
  return `export const FIELDS = ${JSON.stringify(Object.fromEntries(fields), null, 2)} as const;`;
}
