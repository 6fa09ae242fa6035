import { plugin as generate } from '@graphql-codegen/typescript-react-query';

/** Faults in the generator's output, and their corrections. */
const CORRECTIONS = [
  // `any` is not allowed in this project.
  [/Record<string, any>/g, 'Record<string, unknown>'],
  // Operator precedence: infinite hooks parsed the key `A ?? B === undefined ? C : D` as `(A ?? B) === undefined ? C :
  // D`, which dropped a custom key and the variables.
  [
    /optionsQueryKey \?\? variables === undefined \? (\[.+?\]) : (\[.+?\]),/g,
    'optionsQueryKey ?? (variables === undefined ? $1 : $2),',
  ],
  // Infinite queries could not be cancelled, unlike other queries.
  [/(\.\.\.\(metaData\.pageParam \?\? \{\}\)\}\))\(\)/g, '$1(metaData)'],
] as const;

/**
 * The generator's plugin for TanStack Query, with known faults corrected.
 * @throws Error if a fault no longer occurs: then delete its correction.
 */
export const plugin: typeof generate = async (...input) => {
  const output = await generate(...input);
  let { content } = output;
  for (const [fault, right] of CORRECTIONS) {
    if (content.search(fault) === -1) throw new Error(`The generator no longer writes ${fault}.`);
    content = content.replace(fault, right);
  }
  return { ...output, content };
};
