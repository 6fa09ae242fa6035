import { useState } from 'react';
import * as api from '../../hooks/index.ts';
import { DOCUMENT_EXTENSIONS, DOCUMENT_FORMATS, MAX_DOCUMENT_BYTES } from '../constants.ts';
import { FIELDS } from '../form-fields.ts';
import { ActionButton, describeDeletion } from '../shell/dialog.tsx';
import { Failure } from '../shell/failure.tsx';
import { createFields } from '../shell/fields.ts';
import { EditForm } from '../shell/form.tsx';
import { DateTime, formatCount } from '../shell/format.tsx';
import { Details } from '../shell/page.tsx';
import {
  DropArea,
  type FileKind,
  findFileIssue,
  formatFileSize,
  getFileHint,
} from '../shell/upload.tsx';

const EDIT = createFields(FIELDS.UpdateKnowledgeDocumentInput, { filename: { label: 'Name' } });

const EXTENSIONS = DOCUMENT_EXTENSIONS.map((extension) => `.${extension}`);

/** The files that can be documents. Browsers know no type of some. */
const DOCUMENT: FileKind = {
  accept: EXTENSIONS,
  formats: DOCUMENT_FORMATS,
  maxBytes: MAX_DOCUMENT_BYTES,
  isExpected: ({ name }) => EXTENSIONS.some((end) => name.toLowerCase().endsWith(end)),
};

/** A chosen document that the group does not have yet. */
interface DocumentUpload {
  readonly key: string;
  readonly file: File;
  /** The part sent so far, from 0 to 1; absent while others are sent. */
  readonly fraction?: number;
  /** Why the file was not sent. */
  readonly issue?: string | undefined;
  /** Why the API did not accept it. */
  readonly error?: api.ApiError;
  readonly controller: AbortController;
}

const createUpload = (file: File): DocumentUpload => ({
  key: crypto.randomUUID(),
  file,
  issue: findFileIssue(file, DOCUMENT),
  controller: new AbortController(),
});

/** Uploads documents to a knowledge group, one after another, and keeps those that are not uploaded yet. */
function useDocumentUploads(groupId: string) {
  const [uploads, setUploads] = useState<readonly DocumentUpload[]>([]);
  const { mutateAsync } = api.useCreateKnowledgeDocumentMutation({
    scope: { id: `documents of ${groupId}` },
  });
  const change = (key: string, changes: Partial<DocumentUpload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const remove = ({ key, controller }: DocumentUpload) => {
    controller.abort();
    setUploads((all) => all.filter((one) => one.key !== key));
  };
  const send = (upload: DocumentUpload) => {
    const { key, file, controller } = upload;
    const onUploadProgress = (fraction: number) => change(key, { fraction });
    mutateAsync({ input: { groupId, file }, signal: controller.signal, onUploadProgress }).then(
      () => remove(upload),
      (error: api.ApiError) => change(key, { error }),
    );
  };
  const add = (files: readonly File[]) => {
    const added = files.map(createUpload);
    setUploads((all) => [...all, ...added]);
    for (const upload of added) if (!upload.issue) send(upload);
  };
  const retry = (upload: DocumentUpload) => {
    remove(upload);
    add([upload.file]);
  };
  return { uploads, add, remove, retry };
}

function describeProgress(fraction: number | undefined): string {
  if (fraction === undefined) return 'waiting';
  return fraction < 1 ? `sending, ${Math.floor(fraction * 100)} %` : 'sent, being checked';
}

interface UploadRowProps {
  readonly upload: DocumentUpload;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}

/** A document that is being uploaded, or that could not be. */
function UploadRow({ upload, onRemove, onRetry }: UploadRowProps) {
  const { key, file, fraction, issue, error } = upload;
  const isOver = issue !== undefined || error !== undefined;
  const verb = isOver ? 'Dismiss' : 'Cancel';
  return (
    <li className="document row panel">
      <div>
        <strong id={key}>{file.name}</strong>
        <p className="small">
          {formatFileSize(file)}
          {!isOver && ` · ${describeProgress(fraction)}`}
        </p>
        {!isOver && (
          <progress aria-labelledby={key} max={100} value={Math.floor((fraction ?? 0) * 100)} />
        )}
        {issue && (
          <p role="alert" className="issue">
            {issue}
          </p>
        )}
        {error && <Failure error={error} onRetry={onRetry} />}
      </div>
      <button
        type="button"
        className="plain"
        aria-label={`${verb} ${file.name}`}
        onClick={onRemove}
      >
        {verb}
      </button>
    </li>
  );
}

/** Downloads a file by the browser, which takes its name from the response or from here. */
function download(url: string, name: string) {
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name, rel: 'noreferrer' });
  link.click();
}

/** Downloads a document. Its URL is valid for a short time, so it is requested when it is needed and not kept. */
function DownloadButton({ id, name }: { readonly id: string; readonly name: string }) {
  const query = api.useKnowledgeDownloadQuery({ id }, { enabled: false, gcTime: 0 });
  const load = async () => {
    const url = (await query.refetch()).data?.knowledgeDocument?.downloadUrl;
    if (url) download(url, name);
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

/** What a status is called, and its color. */
const STATUSES: Readonly<
  Record<api.KnowledgeDocumentStatus, readonly [name: string, tone: string]>
> = {
  UPLOADED: ['waiting', ''],
  PROCESSING: ['processing', ''],
  READY: ['ready', 'good'],
  FAILED: ['failed', 'bad'],
};

/** Returns the type of a document: the extension of its name is shorter than most media types. */
const getType = (filename: string | null, contentType: string | null) =>
  /\.(\w{1,5})$/.exec(filename ?? '')?.[1]?.toUpperCase() ?? contentType;

/** A document of a group. One form at a time renames: the ids of their fields are the same. */
function DocumentRow({ document }: { readonly document: api.KnowledgeDocumentFieldsFragment }) {
  const { id, filename, contentType, fileSize, status, errorMessage, createdAt } = document;
  const name = filename ?? id;
  const [state, tone] = status ? STATUSES[status] : ['unknown', ''];
  return (
    <li className="document row panel">
      <div>
        <strong>{name}</strong>{' '}
        <span role="status" className={`badge ${tone}`}>
          {state}
        </span>
        <p className="small">
          {getType(filename, contentType)}
          {fileSize !== null && ` · ${formatFileSize({ size: fileSize })}`}
          {' · '}
          <DateTime at={createdAt} />
        </p>
        {status === 'FAILED' && (
          <p className="issue">
            {errorMessage ?? 'The service gave no reason.'} Delete the document and upload it again.
          </p>
        )}
        <Details title="Rename" label={`Rename ${name}`} name="rename-document">
          {() => (
            <EditForm
              id={id}
              saved={document}
              document={api.UpdateKnowledgeDocumentDocument}
              fields={EDIT}
              submit="Rename"
            />
          )}
        </Details>
      </div>
      <div className="row">
        <DownloadButton id={id} name={name} />
        <ActionButton
          {...describeDeletion({ name, noun: 'document' })}
          id={id}
          document={api.DeleteKnowledgeDocumentDocument}
          label="Delete"
          name={`Delete ${name}`}
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

/** The documents of a knowledge group. Further ones are uploaded by choice, drop or paste. */
export function Documents({ groupId }: { readonly groupId: string }) {
  const { data } = api.useKnowledgeGroupQuery(
    { id: groupId },
    { refetchInterval: ({ state }) => !state.error && isProcessing(state.data) && INTERVAL },
  );
  const documents = data?.knowledgeGroup?.documents?.nodes ?? [];
  const { uploads, add, remove, retry } = useDocumentUploads(groupId);
  const sending = uploads.filter(({ error, issue }) => !error && !issue).length;
  return (
    <section className="stack">
      <div className="row">
        <h2>Documents</h2>
        <span role="status" className="small">
          {sending > 0 && `Uploading ${formatCount(sending, 'document')}`}
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
