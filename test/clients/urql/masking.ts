import {
  type FragmentType,
  PersonaCardFragmentDoc,
  PersonaFieldsFragmentDoc,
  PersonasDocument,
  readFragment,
  VoiceFieldsFragmentDoc,
} from 'avatar-graphql/documents/masked';
import { Client, fetchExchange } from 'urql';

const [, , url = '', token = ''] = process.argv;

const client = new Client({
  url,
  exchanges: [fetchExchange],
  fetchOptions: () => ({ headers: { authorization: `Bearer ${token}` } }),
});

/** A component that shows a persona, and knows only its own fragments. */
function showPersona(persona: FragmentType<typeof PersonaCardFragmentDoc>) {
  const card = readFragment(PersonaCardFragmentDoc, persona);
  return readFragment(PersonaFieldsFragmentDoc, card).name;
}

const { data } = await client.query(PersonasDocument, { search: 'museum' });
const masked = data?.personas?.items[0];
if (!masked) throw new Error('No persona is found.');

// @ts-expect-error The name belongs to the fragment.
export const hidden = () => masked.name;

// @ts-expect-error A fragment of another type is not in the data.
export const wrong = () => readFragment(VoiceFieldsFragmentDoc, masked);

process.stdout.write(JSON.stringify({ name: showPersona(masked) }));
