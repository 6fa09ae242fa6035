import { GraphQLClient } from 'graphql-request';
import {
  AvatarFieldsFragmentDoc,
  PersonaCardFragmentDoc,
  PersonaFieldsFragmentDoc,
  PersonasDocument,
  VoiceFieldsFragmentDoc,
} from './generated/graphql.ts';
import { type FragmentType, graphql, readFragment } from './generated/index.ts';

const [, , url = ''] = process.argv;

/** An operation of the app, beside those of the package. */
const CREATE = graphql(`
  mutation CreateNamed($input: CreatePersonaInput!) {
    createPersona(input: $input) {
      persona {
        name
      }
    }
  }
`);

/** A component that shows a persona, and knows only its own fragments. */
function showPersona(persona: FragmentType<typeof PersonaCardFragmentDoc>) {
  const card = readFragment(PersonaCardFragmentDoc, persona);
  const { name } = readFragment(PersonaFieldsFragmentDoc, card);
  return { name, avatar: readFragment(AvatarFieldsFragmentDoc, card.avatar) };
}

const client = new GraphQLClient(url);
const { personas } = await client.request(PersonasDocument, { search: 'museum' });
const { createPersona } = await client.request(CREATE, { input: { name: 'Ada' } });
const [masked] = personas?.nodes ?? [];
if (!masked) throw new Error('No persona is found.');
const { name, avatar } = showPersona(masked);

// @ts-expect-error The name belongs to the fragment.
export const hidden = () => masked.name;

// @ts-expect-error A fragment of another type is not in the data.
export const wrong = () => readFragment(VoiceFieldsFragmentDoc, masked);

process.stdout.write(
  JSON.stringify({
    persona: name,
    hasImage: avatar?.imageUrl?.startsWith('http'),
    created: createPersona?.persona.name,
  }),
);
