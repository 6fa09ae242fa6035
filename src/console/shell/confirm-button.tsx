import { useState } from 'react';
import type { AnyApiError } from '../../hooks/index.ts';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';

export interface Confirmation {
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

interface ConfirmDialogProps extends Confirmation {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Does something that cannot be undone, after confirmation. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, warning, confirm, dismiss = 'Cancel', onConfirm, isOpen, onOpenChange } = props;
  const { error, isPending } = props;
  return (
    <Dialog title={question} isOpen={isOpen} onOpenChange={onOpenChange}>
      <p>{warning}</p>
      {error && <Failure error={error} />}
      <div className="row">
        <button type="button" className="plain" onClick={() => onOpenChange(false)}>
          {dismiss}
        </button>
        <button type="button" className="danger" disabled={isPending} onClick={onConfirm}>
          {confirm}
        </button>
      </div>
    </Dialog>
  );
}

interface ConfirmButtonProps extends Confirmation {
  /** Label of the button that opens the dialog. */
  readonly label: string;
  /** Its name for screen readers, where others have the same label. Default: the label. */
  readonly name?: string | undefined;
}

/** A button that asks for confirmation. */
export function ConfirmButton({ label, name, ...confirmation }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="danger plain"
        aria-label={name}
        onClick={() => setOpen(true)}
      >
        {label}
      </button>
      <ConfirmDialog {...confirmation} isOpen={isOpen} onOpenChange={setOpen} />
    </>
  );
}
