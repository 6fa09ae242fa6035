import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { operationMutation, type TypedDocument, useClient } from '../../hooks/index.ts';
import { Failure } from './failure.tsx';
import { Dialog } from './overlays.tsx';

/** What is done to a record after confirmation, because it cannot be undone. */
interface Action {
  readonly id: string;
  readonly document: TypedDocument<unknown, { readonly id: string }>;
  /** Called when it is done, before the page shows it. */
  readonly onDone?: () => void;
  readonly question: string;
  /** What else it affects. */
  readonly warning?: string | undefined;
  /** Label of the button that confirms. */
  readonly confirm: string;
}

interface ActionDialogProps extends Action {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

export function ActionDialog(props: ActionDialogProps) {
  const { id, document, onDone = () => {}, question, warning = '', isOpen, onOpenChange } = props;
  const { mutate, error, isPending } = useMutation({
    ...operationMutation(document, useClient()),
    onSuccess: onDone,
  });
  return (
    <Dialog title={question} isOpen={isOpen} onOpenChange={onOpenChange}>
      <p>{warning} This cannot be undone.</p>
      {error && <Failure error={error} />}
      <div className="row">
        <button type="button" className="plain" onClick={() => onOpenChange(false)}>
          Keep it
        </button>
        <button
          type="button"
          className="danger"
          disabled={isPending}
          onClick={() => mutate({ id })}
        >
          {props.confirm}
        </button>
      </div>
    </Dialog>
  );
}

interface ActionButtonProps extends Action {
  readonly label: string;
  /** Its name for screen readers, where others have the same label. Default: the label. */
  readonly name?: string;
}

/** A button that asks for confirmation. */
export function ActionButton({ label, name, ...action }: ActionButtonProps) {
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
      <ActionDialog {...action} isOpen={isOpen} onOpenChange={setOpen} />
    </>
  );
}
