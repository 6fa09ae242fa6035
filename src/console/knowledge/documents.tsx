import { useKnowledgeGroupPolling } from '../../hooks/index.ts';
import { DropArea, getFileHint } from '../shell/upload.tsx';
import { DocumentRow } from './document-row.tsx';
import { UploadRow } from './upload-row.tsx';
import { DOCUMENT, useDocumentUploads } from './use-document-uploads.ts';

/** The documents of a knowledge group. Further ones are uploaded by choice, drop or paste. */
export function Documents({ groupId }: { readonly groupId: string }) {
  const { data } = useKnowledgeGroupPolling({ id: groupId });
  const documents = data?.knowledgeGroup?.documents ?? [];
  const { uploads, add, remove, retry } = useDocumentUploads(groupId);
  const sending = uploads.filter(({ error, issue }) => !error && !issue).length;
  return (
    <section className="stack">
      <div className="row">
        <h2>Documents</h2>
        <span role="status" className="small">
          {sending > 0 && `Uploading ${sending === 1 ? '1 document' : `${sending} documents`}`}
        </span>
      </div>
      <ul className="rows">
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onRemove={() => remove(upload)}
            onRetry={() => retry(upload)}
          />
        ))}
        {documents.map((document) => (
          <DocumentRow key={document.id} document={document} />
        ))}
      </ul>
      <DropArea
        id="documents"
        choose="Choose files"
        accept={DOCUMENT.accept}
        hint={`${getFileHint(DOCUMENT)} Searches find a document when it is ready.`}
        isMultiple
        onFiles={add}
      >
        <p>
          {documents.length === 0 && 'This group has no documents yet. '}
          Drop or paste documents here, or
        </p>
      </DropArea>
    </section>
  );
}
