import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { usePersonaQuery, usePersonasQuery } from '../../hooks/index.ts';
import { Picture } from '../shell/display.tsx';
import { Failure } from '../shell/failure.tsx';
import { useDebouncedValue } from '../shell/query.ts';

interface PersonaFieldProps {
  /** Path of the field in the API's arguments. */
  readonly path: string;
  /** Id of the selected persona; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly issues?: readonly string[];
}

function PersonaSearch({ path, onChange, issues = [] }: PersonaFieldProps) {
  const [text, setText] = useState('');
  const search = useDebouncedValue(text).trim() || null;
  const { data, error, refetch } = usePersonasQuery(
    { perPage: 6, search },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <label htmlFor={path}>Select a persona</label>
      <input
        id={path}
        type="search"
        value={text}
        placeholder="Search by name"
        aria-invalid={issues.length > 0}
        onChange={({ target }) => setText(target.value)}
      />
      {issues.length > 0 && <p className="issue">{issues.join(' ')}</p>}
      {error && <Failure error={error} onRetry={refetch} />}
      <ul className="rows">
        {data?.personas?.items.map((persona) => (
          <li key={persona.id}>
            <button type="button" className="person" onClick={() => onChange(persona.id)}>
              <Picture src={persona.avatar?.imageUrl} name={persona.name} />
              <span>{persona.name ?? persona.id}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function ChosenPersona({ path, value, onChange, issues = [] }: PersonaFieldProps) {
  const { data, error } = usePersonaQuery({ id: value });
  const persona = data?.persona;
  return (
    <>
      <div className="person chosen">
        <Picture src={persona?.avatar?.imageUrl} name={persona?.name} />
        <span>
          <strong>{persona?.name ?? value}</strong>
          {data && !persona && <span className="issue">No persona has this id.</span>}
        </span>
        <button type="button" id={path} className="plain" onClick={() => onChange('')}>
          Select another
        </button>
      </div>
      {error && <Failure error={error} />}
      {issues.length > 0 && <p className="issue">{issues.join(' ')}</p>}
    </>
  );
}

export const PersonaField = (props: PersonaFieldProps) => (
  <fieldset className="field">
    <legend>Persona</legend>
    {props.value ? <ChosenPersona {...props} /> : <PersonaSearch {...props} />}
  </fieldset>
);
