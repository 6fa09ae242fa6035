import {
  type KnowledgeDocumentFieldsFragment,
  type UpdateKnowledgeDocumentInput,
  useUpdateKnowledgeDocumentMutation,
} from '../../hooks/index.ts';
import { FIELDS } from '../form-fields.ts';
import { type FormFields, RenameForm } from '../shell/draft-form.tsx';
import { Details } from '../shell/page.tsx';
import { useRefresh } from '../shell/query.ts';

/** Renames a document of a knowledge group. One form at a time is open: the ids of their fields are the same. */
export function RenameDocument({ id, filename }: KnowledgeDocumentFieldsFragment) {
  const refresh = useRefresh();
  const { mutate, ...mutation } = useUpdateKnowledgeDocumentMutation({
    onSuccess: () => refresh('KnowledgeGroup'),
  });
  return (
    <Details title="Rename" label={`Rename ${filename ?? id}`} name="rename-document">
      {() => (
        <RenameForm
          path="input.filename"
          hint={FIELDS.UpdateKnowledgeDocumentInput.filename.hint}
          name={filename}
          onRename={(filename) => {
            // The compiler reports a further field.
            const input: Required<FormFields<UpdateKnowledgeDocumentInput>> = { filename };
            mutate({ id, input });
          }}
          {...mutation}
        />
      )}
    </Details>
  );
}
