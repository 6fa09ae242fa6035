import { Link, useSearchParams } from 'wouter';
import { usePersonasByIdsQuery, usePersonasQuery } from '../../hooks/index.ts';
import { TileList } from '../shell/controls.tsx';
import { type ControlProps, type FormField, withControl } from '../shell/fields.ts';
import { nameRecord } from '../shell/format.tsx';
import { Picker, type PickerFieldProps, usePicker } from '../shell/picker.tsx';
import { getRecordPath } from '../shell/query.ts';

interface PersonaFieldProps extends PickerFieldProps {
  /** Label of the choice without an id. Default: there is none. */
  readonly defaultLabel?: string;
}

/** Selects a persona by name. */
export function PersonaField({ defaultLabel, ...props }: PersonaFieldProps) {
  const { value, onChange } = props;
  const picker = usePicker({
    ids: value ? [value] : [],
    useList: usePersonasQuery,
    useByIds: usePersonasByIdsQuery,
  });
  return (
    <Picker legend="Persona" idLabel="Persona id" picker={picker} {...props}>
      {picker.missingIds.length > 0 && <p className="issue">No persona has this id.</p>}
      <TileList
        {...{ value, onChange }}
        choices={[
          ...(defaultLabel ? [{ id: '', label: defaultLabel }] : []),
          ...picker.items.map(({ id, name, avatar }) => ({
            id,
            label: nameRecord(name),
            imageUrl: avatar?.imageUrl,
          })),
        ]}
      />
    </Picker>
  );
}

function PersonaOfPage({ path, value, issues, isRequired, onChange }: ControlProps<string>) {
  const [, setParams] = useSearchParams();
  const choose = (id: string) => {
    onChange(id);
    setParams(id ? { persona: id } : {}, { replace: true });
  };
  return <PersonaField {...{ path, value, issues, isRequired }} onChange={choose} />;
}

/** The view of a field that selects the persona of a page, which is then in its address. */
export const PERSONA_OF_PAGE: Partial<FormField> = {
  label: 'Persona',
  isRequired: true,
  ...withControl<string>({ Control: PersonaOfPage }),
};

/** Returns the id of the persona in the address of the page; null for none. */
export const usePersonaOfPage = (): string | null => useSearchParams()[0].get('persona');

interface PersonaLinkProps {
  readonly persona: { readonly id: string; readonly name: string | null };
}

export const PersonaLink = ({ persona: { id, name } }: PersonaLinkProps) => (
  <Link href={getRecordPath('personas', id)}>{nameRecord(name)}</Link>
);
