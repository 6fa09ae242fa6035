import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { TextField } from './text-field.tsx';

interface OpenByIdProps {
  /** The resource's part of the URL. */
  readonly section: string;
}

/** Opens a resource by its id, if the upstream has no list. */
export function OpenById({ section }: OpenByIdProps) {
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
