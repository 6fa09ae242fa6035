import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { TextField } from './text-field.tsx';

/** Opens a resource by its id, if the specification has no list. `section` is its part of the URL. */
export function OpenById({ section }: { readonly section: 'avatars' | 'tools' }) {
  const [id, setId] = useState('');
  const [, navigate] = useLocation();
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (id.trim()) navigate(`/${section}/${encodeURIComponent(id.trim())}`);
  };
  return (
    <form onSubmit={open} className="inline">
      <TextField path="id" label="Open by id" isCode value={id} onChange={setId} />
      <button type="submit" className="plain">
        Open
      </button>
    </form>
  );
}
