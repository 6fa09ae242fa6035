import { type ReactNode, useEffect, useState } from 'react';

interface DetailsProps {
  readonly title: string;
  /** Its name for screen readers, where others have the same title. Default: the title. */
  readonly label?: string;
  /** Of those with the same name, one at a time is open. */
  readonly name?: string;
  /** Unfolds it when this becomes true; it does not fold again by itself. Default false. */
  readonly isNeeded?: boolean;
  /** A function is called only while it is unfolded. */
  readonly children: ReactNode | (() => ReactNode);
}

/** A folded part of a page. */
export function Details({ title, label, name, isNeeded = false, children }: DetailsProps) {
  const [isOpen, setOpen] = useState(isNeeded);
  useEffect(() => {
    if (isNeeded) setOpen(true);
  }, [isNeeded]);
  return (
    <details name={name} open={isOpen} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary aria-label={label}>{title}</summary>
      <div className="stack">
        {typeof children === 'function' ? isOpen && children() : children}
      </div>
    </details>
  );
}
