import * as api from '../../hooks/index.ts';
import { withPicker } from '../shell/picker.tsx';
import { defineKind } from '../shell/resource.ts';

/** Personas as lists and pickers show them, apart from their pages, which import other resources. */
export const PERSONAS = defineKind({
  noun: 'persona',
  title: 'Personas',
  path: 'personas',
  hasPictures: true,
  list: api.PersonasDocument,
  byIds: api.PersonasByIdsDocument,
  summarize: ({ name, description, avatar }) => ({
    name,
    description,
    imageUrl: avatar?.imageUrl,
  }),
});

/** The view of a field that selects the persona of a page. */
export const PERSONA_OF_PAGE = { ...withPicker(PERSONAS), isRequired: true };

/** Returns the persona in the address of a page as a value of its form. */
export const readPersona = (params: URLSearchParams) => ({ personaId: params.get('persona') });
