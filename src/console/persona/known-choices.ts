import { type PersonaCardFragment, usePersonasQuery } from '../../hooks/index.ts';

/** As many personas as one page of the list can have. */
const MOST = 100;

const distinct = <Item, Key>(items: readonly Item[], key: (item: Item) => Key): Item[] => [
  ...new Map(items.map((item) => [key(item), item])).values(),
];

/** What the first hundred personas use. The specification lists no avatars and no voices; these are known to exist. */
export function useKnownChoices() {
  const { data } = usePersonasQuery({ perPage: MOST });
  const personas: readonly PersonaCardFragment[] = data?.personas.items ?? [];
  const avatars = personas.flatMap(({ avatar }) => (avatar ? [avatar] : []));
  const voices = personas.filter(({ voiceId }) => voiceId);
  return {
    isKnown: data !== undefined,
    avatars: distinct(avatars, ({ id }) => id),
    /** Voice ids, each with the name of a persona that has it. */
    voices: distinct(voices, ({ voiceId }) => voiceId).map(({ voiceId, name }) => ({
      id: voiceId ?? '',
      name: name ?? '',
    })),
  };
}
