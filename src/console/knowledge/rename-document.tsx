import { useState } from 'react';
import {
  type KnowledgeDocumentFieldsFragment,
  type UpdateKnowledgeDocumentInput,
  useUpdateKnowledgeDocumentMutation,
} from '../../hooks/index.ts';
import { HINTS } from '../constants.ts';
import type { FormFields } from '../shell/draft.ts';
import { RenameForm } from '../shell/rename-form.tsx';
import { useRefresh } from '../shell/use-refresh.ts';

/** Renames a document of a knowledge group. One form at a time is open: the ids of their fields are the same. */
export function RenameDocument({ id, filename }: KnowledgeDocumentFieldsFragment) {
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh();
  const { mutate, ...mutation } = useUpdateKnowledgeDocumentMutation({
    onSuccess: () => refresh('KnowledgeGroup'),
  });
  return (
    <details name="rename-document" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`Rename ${filename ?? id}`}>Rename</summary>
      {isOpen && (
        <RenameForm
          path="input.filename"
          hint={HINTS.UpdateKnowledgeDocumentInput.filename}
          name={filename}
          onRename={(filename) => {
            // The compiler reports a further field.
            const input: Required<FormFields<UpdateKnowledgeDocumentInput>> = { filename };
            mutate({ id, input });
          }}
          {...mutation}
        />
      )}
    </details>
  );
}
