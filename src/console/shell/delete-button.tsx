import { useRef } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { Failure } from './failure.tsx';

interface DeleteButtonProps {
  /** Kind of the resource, such as `persona`. */
  readonly noun: string;
  readonly name: string;
  /** What else the deletion affects. */
  readonly warning?: string;
  readonly error: AnyApiError | null;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
}

/** Deletes a resource after confirmation, because it cannot be restored. */
export function DeleteButton(props: DeleteButtonProps) {
  const { noun, name, warning = '', error, isPending, onConfirm } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" className="danger plain" onClick={() => dialog.current?.showModal()}>
        Delete
      </button>
      <dialog ref={dialog} aria-labelledby="delete-title">
        <div className="stack">
          <h2 id="delete-title">Delete {name}?</h2>
          <p>{`${warning} This cannot be undone.`.trim()}</p>
          {error && <Failure error={error} />}
          <div className="row">
            <button type="button" className="plain" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="button" className="danger" disabled={isPending} onClick={onConfirm}>
              Delete {noun}
            </button>
          </div>
        </div>
      </dialog>
    </>
  );
}
