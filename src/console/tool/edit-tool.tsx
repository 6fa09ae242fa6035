import { useState } from 'react';
import { type UpdateToolInput, useUpdateToolMutation } from '../../hooks/index.ts';
import { useFieldError } from '../shell/draft-form.tsx';
import { useRefresh } from '../shell/query.ts';
import { getChanges, type Tool, toDraft } from './tool-draft.ts';
import { ToolForm } from './tool-form.tsx';

/** Edits a tool. Only changed fields are sent. A saved change can be undone. */
export function EditTool({ tool }: { readonly tool: Tool }) {
  const [draft, setDraft] = useState(() => toDraft(tool));
  const [previousTool, setPreviousTool] = useState<Tool>();
  const { fieldError, attempt } = useFieldError();
  const refresh = useRefresh();
  const { mutate, error, isPending } = useUpdateToolMutation({
    onSuccess: async ({ updateTool }) => {
      if (updateTool) setDraft(toDraft(updateTool.tool));
      await refresh('Tool');
    },
  });
  const saveChanges = (input: UpdateToolInput, undo: Tool | undefined) => {
    if (Object.keys(input).length === 0) return;
    mutate({ id: tool.id, input }, { onSuccess: () => setPreviousTool(undo) });
  };
  return (
    <ToolForm
      isNew={false}
      draft={draft}
      onChange={setDraft}
      onSubmit={() => attempt(() => saveChanges(getChanges(tool, draft), tool))}
      error={error}
      fieldError={fieldError}
      isPending={isPending}
      submit={isPending ? 'Saving…' : 'Save'}
      result={
        <>
          <span role="status">{previousTool && 'Saved.'}</span>
          {previousTool && (
            <button
              type="button"
              className="link"
              onClick={() => saveChanges(getChanges(tool, toDraft(previousTool)), undefined)}
            >
              Undo
            </button>
          )}
        </>
      }
    />
  );
}
