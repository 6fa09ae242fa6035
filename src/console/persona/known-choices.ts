import { type PersonaCardFragment, usePersonasQuery } from '../../hooks/index.ts';

/** Maximum page size of the list. */
const PAGE_SIZE = 100;

const removeDuplicates = <Item, Key>(items: readonly Item[], key: (item: Item) => Key): Item[] => [
  ...new Map(items.map((item) => [key(item), item])).values(),
];

/**
 * Returns the avatars and voices that the first hundred personas use. The specification has no list of either.
 */
export function useKnownChoices() {
  const { data } = usePersonasQuery({ perPage: PAGE_SIZE });
  const personas: readonly PersonaCardFragment[] = data?.personas.items ?? [];
  const avatars = personas.flatMap(({ avatar }) => (avatar ? [avatar] : []));
  const voices = personas.filter(({ voiceId }) => voiceId);
  return {
    isKnown: data !== undefined,
    avatars: removeDuplicates(avatars, ({ id }) => id),
    /** Voice ids, each with the name of a persona that uses it. */
    voices: removeDuplicates(voices, ({ voiceId }) => voiceId).map(({ voiceId, name }) => ({
      id: voiceId ?? '',
      name: name ?? '',
    })),
  };
}
