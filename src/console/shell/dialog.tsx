import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  type AnyApiError,
  getOperationKey,
  type Resource,
  type TypedDocument,
} from '../../hooks/index.ts';
import { Failure } from './failure.tsx';
import { Dialog } from './overlays.tsx';
import { useRefresh } from './query.ts';

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
function ConfirmDialog(props: ConfirmDialogProps) {
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

export interface DeleteRecordProps {
  readonly id: string;
  readonly name: string;
  /** Kind of the resource, such as `persona`. */
  readonly noun: string;
  /** What a deletion is called. Default `Delete`. */
  readonly verb?: string | undefined;
  /** Its type in the schema. */
  readonly type: Resource;
  /** Path of the page to go to. Default: the page stays. */
  readonly path?: string;
  /** What else the deletion affects. */
  readonly warning?: string | undefined;
  readonly useDelete: (options: { readonly onSuccess: () => Promise<void> }) => {
    readonly mutate: (variables: { id: string }) => void;
    readonly error: AnyApiError | null;
    readonly isPending: boolean;
  };
  /** The operation that returns the record, if it has a page. */
  readonly document?: TypedDocument<unknown, never>;
  /** Refreshes what else shows the record. */
  readonly onDeleted?: (() => Promise<unknown>) | undefined;
}

/** Returns the confirmation of a deletion. */
function useDeletion(props: DeleteRecordProps): Confirmation {
  const { id, name, noun, type, path, verb = 'Delete', warning = '' } = props;
  const { useDelete, document, onDeleted } = props;
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const refresh = useRefresh();
  const { mutate, error, isPending } = useDelete({
    onSuccess: async () => {
      if (path) navigate(path);
      if (document) client.removeQueries({ queryKey: [...getOperationKey(document), { id }] });
      await refresh(type);
      await onDeleted?.();
    },
  });
  return {
    question: `${verb} ${name}?`,
    warning: `${warning} This cannot be undone.`.trim(),
    confirm: `${verb} ${noun}`,
    error,
    isPending,
    onConfirm: () => mutate({ id }),
  };
}

/** A button that deletes one of several records on a page. */
export function DeleteButton(props: DeleteRecordProps) {
  const { name, verb = 'Delete' } = props;
  return <ConfirmButton label={verb} name={`${verb} ${name}`} {...useDeletion(props)} />;
}

interface DeleteDialogProps extends DeleteRecordProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Deletes the record of a page. */
export const DeleteDialog = ({ isOpen, onOpenChange, ...props }: DeleteDialogProps) => (
  <ConfirmDialog {...useDeletion(props)} {...{ isOpen, onOpenChange }} />
);
