import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type ToolFieldsFragment,
  type UpdateToolInput,
  useToolQuery,
  useToolsByIdsQuery,
  useToolsQuery,
  useUpdateToolMutation,
} from '../../hooks/index.ts';
import { createFormFields } from '../shell/form-fields.ts';
import { FormFailure } from '../shell/issues.tsx';
import { TextField } from '../shell/text-field.tsx';
import { getChanges, toDraft } from './tool-draft.ts';

/** Edits a tool. A saved change can be undone. */
export function ToolForm({ tool }: { readonly tool: ToolFieldsFragment }) {
  const [draft, setDraft] = useState(() => toDraft(tool));
  const [previousTool, setPreviousTool] = useState<ToolFieldsFragment>();
  const [configError, setConfigError] = useState<string>();
  const client = useQueryClient();
  const { mutate, error, isPending } = useUpdateToolMutation({
    onSuccess: async ({ updateTool }) => {
      if (updateTool) setDraft(toDraft(updateTool));
      await client.invalidateQueries({ queryKey: useToolQuery.getKey({ id: tool.id }) });
      await client.invalidateQueries({ queryKey: useToolsQuery.getKey() });
      await client.invalidateQueries({ queryKey: useToolsByIdsQuery.getKey() });
    },
  });
  const saveChanges = (input: UpdateToolInput, undo: ToolFieldsFragment | undefined) =>
    mutate({ id: tool.id, input }, { onSuccess: () => setPreviousTool(undo) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setConfigError(undefined);
    try {
      const changes = getChanges(tool, draft);
      if (Object.keys(changes).length > 0) saveChanges(changes, tool);
    } catch (parseError) {
      setConfigError(parseError instanceof Error ? parseError.message : String(parseError));
    }
  };
  const field = createFormFields(draft, setDraft, error);
  const config = field('config');
  return (
    <form onSubmit={submit} className="stack form" noValidate>
      <TextField
        label="Name"
        hint="Name that the LLM uses to call the tool."
        isCode
        {...field('name')}
      />
      <TextField
        label="Description"
        hint="Tells the LLM when and why to call the tool."
        rows={3}
        {...field('description')}
      />
      <TextField
        label="Configuration"
        hint="JSON, depending on the type of the tool. Saving replaces it completely."
        rows={12}
        isCode
        {...config}
        issues={configError ? [configError] : config.issues}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={draft.disableInterruptions}
          onChange={({ target }) => setDraft({ ...draft, disableInterruptions: target.checked })}
        />
        The user cannot interrupt while the tool runs
      </label>
      <FormFailure error={error} />
      <div className="row">
        <button type="submit" disabled={isPending}>
          {isPending ? 'Saving…' : 'Save'}
        </button>
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
      </div>
    </form>
  );
}
