import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
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

function describeProgress(fraction: number | undefined): string {
  if (fraction === undefined) return 'waiting';
  return fraction < 1 ? `sending, ${Math.floor(fraction * 100)} %` : 'sent, being checked';
}

interface UploadRowProps {
  readonly groupId: string;
  readonly file: File;
  readonly onRemove: () => void;
}

/** A chosen document that the group does not have yet. Those of a group are sent one after another. */
function UploadRow({ groupId, file, onRemove }: UploadRowProps) {
  const id = useId();
  const [fraction, setFraction] = useState<number>();
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
  const isOver = issue !== undefined || error !== null;
  const verb = isOver ? 'Dismiss' : 'Cancel';
  return (
    <li className="document row panel">
      <div>
        <strong id={id}>{file.name}</strong>
        <p className="small">
          {formatFileSize(file)}
          {!isOver && ` · ${describeProgress(fraction)}`}
        </p>
        {!isOver && (
          <progress aria-labelledby={id} max={100} value={Math.floor((fraction ?? 0) * 100)} />
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
  const [uploads, setUploads] = useState<readonly { key: string; file: File }[]>([]);
  const sending = useIsMutating({
    mutationKey: api.getOperationKey(api.CreateKnowledgeDocumentDocument),
  });
  return (
    <section className="stack">
      <div className="row">
        <h2>Documents</h2>
        <span role="status" className="small">
          {sending > 0 && `Uploading ${formatCount(sending, 'document')}`}
        </span>
      </div>
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
          Drop or paste documents here, or
        </p>
      </DropArea>
    </section>
  );
}
