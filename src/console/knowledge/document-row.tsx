import {
  type KnowledgeDocumentFieldsFragment,
  useDeleteKnowledgeDocumentMutation,
} from '../../hooks/index.ts';
import { formatFileSize } from '../shell/chosen-file.ts';
import { DateTime } from '../shell/date-time.tsx';
import { DeleteRecord } from '../shell/delete-record.tsx';
import { DownloadButton } from './download-button.tsx';

/** What a status is called. Services may have further ones. */
const STATUSES: Readonly<Record<string, string>> = {
  UPLOADED: 'waiting',
  PROCESSING: 'processing',
  READY: 'ready',
  FAILED: 'failed',
};

/** Returns the type of a document: the extension of its name is shorter than most media types. */
const getType = (filename: string | null, fileType: string | null) =>
  /\.(\w{1,5})$/.exec(filename ?? '')?.[1]?.toUpperCase() ?? fileType;

/** A document of a knowledge group. */
export function DocumentRow({ document }: { readonly document: KnowledgeDocumentFieldsFragment }) {
  const { id, filename, fileType, fileSize, status, errorMessage, createdAt } = document;
  return (
    <li className="document">
      <div>
        <strong>{filename ?? id}</strong>{' '}
        <span role="status" className="badge" data-status={status}>
          {STATUSES[status ?? ''] ?? status?.toLowerCase()}
        </span>
        <p className="small">
          {getType(filename, fileType)}
          {fileSize !== null && ` · ${formatFileSize({ size: fileSize })}`}
          {' · '}
          <DateTime at={createdAt} />
        </p>
        {status === 'FAILED' && (
          <p className="issue">
            {errorMessage ?? 'The service does not say why.'} Delete the document and upload it
            again.
          </p>
        )}
      </div>
      <div className="row">
        <DownloadButton id={id} name={filename ?? id} />
        <DeleteRecord
          {...{ id, name: filename ?? id, noun: 'document', type: 'KnowledgeGroup' }}
          useDelete={useDeleteKnowledgeDocumentMutation}
        />
      </div>
    </li>
  );
}
