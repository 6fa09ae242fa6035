import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { type ToolFieldsFragment, useDeleteToolMutation, useToolQuery } from '../../hooks/index.ts';
import { Failure } from '../shell/failure.tsx';

/** Deletes a tool after confirmation, because it cannot be restored. */
export function DeleteTool({ tool }: { readonly tool: ToolFieldsFragment }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const { mutate, error, isPending } = useDeleteToolMutation({
    onSuccess: async () => {
      dialog.current?.close();
      navigate('/tools');
      client.removeQueries({ queryKey: useToolQuery.getKey({ id: tool.id }) });
      await client.invalidateQueries({ queryKey: ['ToolsByIds'] });
    },
  });
  const uses = tool.usageCount ?? 0;
  return (
    <>
      <button type="button" className="danger plain" onClick={() => dialog.current?.showModal()}>
        Delete
      </button>
      <dialog ref={dialog} aria-labelledby="delete-title">
        <div className="stack">
          <h2 id="delete-title">Delete {tool.name}?</h2>
          <p>
            {uses > 0 && `${uses} ${uses === 1 ? 'persona uses' : 'personas use'} it. `}
            This cannot be undone.
          </p>
          {error && <Failure error={error} />}
          <div className="row">
            <button type="button" className="plain" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button
              type="button"
              className="danger"
              disabled={isPending}
              onClick={() => mutate({ id: tool.id })}
            >
              Delete tool
            </button>
          </div>
        </div>
      </dialog>
    </>
  );
}
