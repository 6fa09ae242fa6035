import { useId, useRef } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { Failure } from './failure.tsx';

interface ConfirmButtonProps {
  /** Label of the button that opens the dialog. */
  readonly label: string;
  /** Its name for screen readers, where others have the same label. Default: the label. */
  readonly name?: string | undefined;
  readonly question: string;
  /** What the action affects. */
  readonly warning: string;
  /** Label of the button that confirms. */
  readonly confirm: string;
  /** Label of the button that closes the dialog. Default `Cancel`. */
  readonly dismiss?: string;
  readonly error: AnyApiError | null;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
}

/** Does something that cannot be undone, after confirmation. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, name, question, warning, confirm, dismiss = 'Cancel', onConfirm } = props;
  const { error, isPending } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  return (
    <>
      <button
        type="button"
        className="danger plain"
        aria-label={name}
        onClick={() => dialog.current?.showModal()}
      >
        {label}
      </button>
      <dialog ref={dialog} aria-labelledby={titleId}>
        <div className="stack">
          <h2 id={titleId}>{question}</h2>
          <p>{warning}</p>
          {error && <Failure error={error} />}
          <div className="row">
            <button type="button" className="plain" onClick={() => dialog.current?.close()}>
              {dismiss}
            </button>
            <button type="button" className="danger" disabled={isPending} onClick={onConfirm}>
              {confirm}
            </button>
          </div>
        </div>
      </dialog>
    </>
  );
}
