import {
  type KnowledgeDocumentFieldsFragment,
  type KnowledgeDocumentStatus,
  useDeleteKnowledgeDocumentMutation,
} from '../../hooks/index.ts';
import { DeleteButton } from '../shell/dialog.tsx';
import { DateTime } from '../shell/format.tsx';
import { formatFileSize } from '../shell/upload.tsx';
import { DownloadButton } from './download-button.tsx';
import { RenameDocument } from './rename-document.tsx';

/** What a status is called, and its color. */
const STATUSES: Readonly<Record<KnowledgeDocumentStatus, readonly [name: string, tone: string]>> = {
  UPLOADED: ['waiting', ''],
  PROCESSING: ['processing', ''],
  READY: ['ready', 'good'],
  FAILED: ['failed', 'bad'],
};

/** Returns the type of a document: the extension of its name is shorter than most media types. */
const getType = (filename: string | null, contentType: string | null) =>
  /\.(\w{1,5})$/.exec(filename ?? '')?.[1]?.toUpperCase() ?? contentType;

export function DocumentRow({ document }: { readonly document: KnowledgeDocumentFieldsFragment }) {
  const { id, filename, contentType, fileSize, status, errorMessage, createdAt } = document;
  const [name, tone] = status ? STATUSES[status] : ['unknown', ''];
  return (
    <li className="document">
      <div>
        <strong>{filename ?? id}</strong>{' '}
        <span role="status" className={`badge ${tone}`}>
          {name}
        </span>
        <p className="small">
          {getType(filename, contentType)}
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
        <RenameDocument {...document} />
      </div>
      <div className="row">
        <DownloadButton id={id} name={filename ?? id} />
        <DeleteButton
          {...{ id, name: filename ?? id, noun: 'document', type: 'KnowledgeGroup' }}
          useDelete={useDeleteKnowledgeDocumentMutation}
        />
      </div>
    </li>
  );
}
