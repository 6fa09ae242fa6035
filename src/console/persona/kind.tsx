import { Link, useSearchParams } from 'wouter';
import * as api from '../../hooks/index.ts';
import { type ControlProps, type FormField, withControl } from '../shell/fields.ts';
import { nameRecord } from '../shell/format.tsx';
import { getRecordPath } from '../shell/operations.ts';
import { OnePicker } from '../shell/picker.tsx';
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

function PersonaOfPage({ onChange, ...props }: ControlProps<string>) {
  const [, setParams] = useSearchParams();
  const choose = (id: string) => {
    onChange(id);
    setParams(id ? { persona: id } : {}, { replace: true });
  };
  return <OnePicker {...props} kind={PERSONAS} onChange={choose} />;
}

/** The view of a field that selects the persona of a page, which is then in its address. */
export const PERSONA_OF_PAGE: Partial<FormField> = {
  label: 'Persona',
  isRequired: true,
  ...withControl<string>({ Control: PersonaOfPage }),
};

/** Returns the persona in the address of a page as a value of its form. */
export const readPersona = (params: URLSearchParams) => ({ personaId: params.get('persona') });

interface PersonaLinkProps {
  readonly persona: { readonly id: string; readonly name: string | null };
}

export const PersonaLink = ({ persona: { id, name } }: PersonaLinkProps) => (
  <Link href={getRecordPath('personas', id)}>{nameRecord(name)}</Link>
);
