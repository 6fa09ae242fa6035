import { plugin as generate } from '@graphql-codegen/typescript-react-query';

/** Text of the generator, why it cannot stay, and what stands in its place. */
const CORRECTIONS = [
  // Anything at all: any.
  [/Record<string, any>/g, 'Record<string, unknown>'],
  // Infinite hooks took the key `A ?? B === undefined ? C : D` to be `(A ?? B) === undefined ? C : D`, so that a key of
  // the caller's own was dropped, and the variables with it.
  [
    /optionsQueryKey \?\? variables === undefined \? (\[.+?\]) : (\[.+?\]),/g,
    'optionsQueryKey ?? (variables === undefined ? $1 : $2),',
  ],
  // They could not be given up, as other queries can.
  [/(\.\.\.\(metaData\.pageParam \?\? \{\}\)\}\))\(\)/g, '$1(metaData)'],
] as const;

/**
 * The generator's plugin for hooks of TanStack Query, with its known faults corrected.
 * @throws Error where a fault is not found any more: then its correction has had its day.
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
