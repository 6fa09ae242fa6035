'use client';
import { usePersonasQuery } from 'avatar-graphql-hooks';
import { useState } from 'react';
import { createSessionToken } from './actions';

/** Lists personas that the server has already fetched. A click creates a session token for the persona. */
export function Personas() {
  const { data, error } = usePersonasQuery({ first: 5 });
  const [token, setToken] = useState<string>();
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <>
      <ul>
        {data?.personas?.nodes.map(({ id, name }) => (
          <li key={id}>
            <button type="button" onClick={async () => setToken(await createSessionToken(id))}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      {token && <output>Session token: {token}</output>}
    </>
  );
}
