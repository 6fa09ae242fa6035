import { useState } from 'react';
import { type AnyApiError, useUploadKnowledgeDocumentMutation } from '../../hooks/index.ts';
import { DOCUMENT_EXTENSIONS, DOCUMENT_FORMATS, MAX_DOCUMENT_BYTES } from '../constants.ts';
import { useRefresh } from '../shell/query.ts';
import { type FileKind, findFileIssue } from '../shell/upload.tsx';

const EXTENSIONS = DOCUMENT_EXTENSIONS.map((extension) => `.${extension}`);

/** The files that can be documents. Browsers know no type of some. */
export const DOCUMENT: FileKind = {
  accept: EXTENSIONS,
  formats: DOCUMENT_FORMATS,
  maxBytes: MAX_DOCUMENT_BYTES,
  isExpected: ({ name }) => EXTENSIONS.some((end) => name.toLowerCase().endsWith(end)),
};

/** A chosen document that the group does not have yet. */
export interface DocumentUpload {
  readonly key: string;
  readonly file: File;
  /** The part sent so far, from 0 to 1; absent while others are sent. */
  readonly fraction?: number;
  /** Why the file was not sent. */
  readonly issue?: string | undefined;
  /** Why the API did not accept it. */
  readonly error?: AnyApiError;
  readonly controller: AbortController;
}

const createUpload = (file: File): DocumentUpload => ({
  key: crypto.randomUUID(),
  file,
  issue: findFileIssue(file, DOCUMENT),
  controller: new AbortController(),
});

/** Uploads documents to a knowledge group, one after another, and keeps those that are not uploaded yet. */
export function useDocumentUploads(groupId: string) {
  const [uploads, setUploads] = useState<readonly DocumentUpload[]>([]);
  const refresh = useRefresh();
  const { mutateAsync } = useUploadKnowledgeDocumentMutation({
    scope: { id: `documents of ${groupId}` },
    onSuccess: () => refresh('KnowledgeGroup'),
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
      (error: AnyApiError) => change(key, { error }),
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
