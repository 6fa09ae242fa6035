import { useEffect, useId, useRef, useState } from 'react';
import * as api from '../../hooks/index.ts';
import { DOCUMENT_EXTENSIONS, DOCUMENT_FORMATS, MAX_DOCUMENT_BYTES } from '../constants.ts';
import { FIELDS } from '../form-fields.ts';
import { ActionButton } from '../shell/dialog.tsx';
import { Failure } from '../shell/failure.tsx';
import { createFields } from '../shell/fields.ts';
import { Form, useForm } from '../shell/form.tsx';
import { DateTime, formatValue, getTone } from '../shell/format.tsx';
import { Dialog } from '../shell/overlays.tsx';
import {
  DropArea,
  type FileKind,
  findFileIssue,
  formatFileSize,
  getFileHint,
} from '../shell/upload.tsx';

/** The files that can be documents. Browsers know no type of some. */
const DOCUMENT: FileKind = {
  accept: DOCUMENT_EXTENSIONS.map((extension) => `.${extension}`),
  formats: DOCUMENT_FORMATS,
  maxBytes: MAX_DOCUMENT_BYTES,
};

interface UploadRowProps {
  readonly groupId: string;
  readonly file: File;
  readonly onRemove: () => void;
}

/** A chosen document that the group does not have yet. Those of a group are sent one after another. */
function UploadRow({ groupId, file, onRemove }: UploadRowProps) {
  const id = useId();
  const [fraction, setFraction] = useState(0);
  const [controller] = useState(() => new AbortController());
  const issue = findFileIssue(file, DOCUMENT);
  const { mutate, error } = api.useCreateKnowledgeDocumentMutation({
    scope: { id: `documents of ${groupId}` },
  });
  const send = () => {
    const options = { signal: controller.signal, onUploadProgress: setFraction };
    mutate({ input: { groupId, file }, ...options }, { onSuccess: onRemove });
  };
  const wasSent = useRef(false);
  useEffect(() => {
    if (!issue && !wasSent.current) send();
    wasSent.current = true;
  });
  const cancel = () => {
    controller.abort();
    onRemove();
  };
  const verb = issue || error ? 'Dismiss' : 'Cancel';
  return (
    <li className="document row panel">
      <div>
        <strong id={id}>{file.name}</strong>
        <p className="small">{formatFileSize(file.size)}</p>
        {!issue && !error && (
          <progress aria-labelledby={id} max={100} value={Math.floor(fraction * 100)} />
        )}
        {issue && (
          <p role="alert" className="issue">
            {issue}
          </p>
        )}
        {error && <Failure error={error} onRetry={send} />}
      </div>
      <button type="button" className="plain" aria-label={`${verb} ${file.name}`} onClick={cancel}>
        {verb}
      </button>
    </li>
  );
}

/** Downloads a document. Its URL is valid for a short time, so it is requested when it is needed and not kept. */
function DownloadButton({ id, name }: { readonly id: string; readonly name: string }) {
  const query = api.useKnowledgeDownloadQuery({ id }, { enabled: false, gcTime: 0 });
  const load = async () => {
    const href = (await query.refetch()).data?.knowledgeDocument?.downloadUrl;
    const link = document.createElement('a');
    // The browser takes the name from the response, or from here.
    if (href) Object.assign(link, { href, download: name, rel: 'noreferrer' }).click();
  };
  return (
    <>
      <button
        type="button"
        className="plain"
        aria-label={`Download ${name}`}
        disabled={query.isFetching}
        onClick={load}
      >
        Download
      </button>
      {query.error && <Failure error={query.error} />}
      {query.data && !query.data.knowledgeDocument?.downloadUrl && (
        <p role="alert" className="issue">
          The service does not have the file of this document.
        </p>
      )}
    </>
  );
}

const RENAME = createFields(FIELDS.UpdateKnowledgeDocumentInput, { filename: { label: 'Name' } });

interface RenameButtonProps {
  readonly document: api.KnowledgeDocumentFieldsFragment;
  readonly name: string;
}

function RenameButton({ document, name }: RenameButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const form = useForm({
    document: api.UpdateKnowledgeDocumentDocument,
    fields: RENAME,
    values: document,
    id: document.id,
  });
  const onOpenChange = (willOpen: boolean) => {
    setOpen(willOpen);
    form.clear();
  };
  return (
    <>
      <button
        type="button"
        className="plain"
        aria-label={`Rename ${name}`}
        onClick={() => setOpen(true)}
      >
        Rename
      </button>
      <Dialog title={`Rename ${name}`} {...{ isOpen, onOpenChange }}>
        <Form form={form} submit="Save" onDone={() => onOpenChange(false)} />
      </Dialog>
    </>
  );
}

function DocumentRow({ document }: { readonly document: api.KnowledgeDocumentFieldsFragment }) {
  const { id, filename, fileSize, status, errorMessage, createdAt } = document;
  const name = filename ?? id;
  return (
    <li className="document row panel">
      <div>
        <strong>{name}</strong>{' '}
        <span role="status" className={`badge ${getTone(status)}`}>
          {formatValue(status)}
        </span>
        <p className="small">
          {fileSize !== null && `${formatFileSize(fileSize)} · `}
          <DateTime at={createdAt} />
        </p>
        {status === 'FAILED' && (
          <p className="issue">
            {errorMessage ?? 'The service gave no reason.'} Delete the document and upload it again.
          </p>
        )}
      </div>
      <div className="row">
        <DownloadButton id={id} name={name} />
        <RenameButton {...{ document, name }} />
        <ActionButton
          id={id}
          document={api.DeleteKnowledgeDocumentDocument}
          label="Delete"
          name={`Delete ${name}`}
          question={`Delete ${name}?`}
          confirm="Delete document"
        />
      </div>
    </li>
  );
}

/** The wait between two looks at documents that are processed, in milliseconds. */
const INTERVAL = 2_000;

const isProcessing = (data?: api.KnowledgeGroupQuery) =>
  data?.knowledgeGroup?.documents?.nodes.some(
    ({ status }) => status === 'UPLOADED' || status === 'PROCESSING',
  ) ?? false;

/** The documents of a knowledge group. Further ones are uploaded by choice or drop. */
export function Documents({ groupId }: { readonly groupId: string }) {
  const { data } = api.useKnowledgeGroupQuery(
    { id: groupId },
    { refetchInterval: ({ state }) => !state.error && isProcessing(state.data) && INTERVAL },
  );
  const documents = data?.knowledgeGroup?.documents?.nodes ?? [];
  const [uploads, setUploads] = useState<readonly { key: string; file: File }[]>([]);
  return (
    <section className="stack">
      <h2>Documents</h2>
      <ul className="rows">
        {uploads.map(({ key, file }) => (
          <UploadRow
            key={key}
            {...{ groupId, file }}
            onRemove={() => setUploads((all) => all.filter((upload) => upload.key !== key))}
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
        onFiles={(files) =>
          setUploads((all) => [
            ...all,
            ...files.map((file) => ({ key: crypto.randomUUID(), file })),
          ])
        }
      >
        <p>
          {documents.length === 0 && 'This group has no documents yet. '}
          Drop documents here, or
        </p>
      </DropArea>
    </section>
  );
}
