// Without an import: the thread that extracts a document's text reads this, and starts for each document.

/** The media types of documents, by the extension of their file name. */
export const DOCUMENT_TYPES = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  csv: 'text/csv',
} as const;

export type DocumentExtension = keyof typeof DOCUMENT_TYPES;

const isExtension = (name: string): name is DocumentExtension =>
  Object.hasOwn(DOCUMENT_TYPES, name);

/** Returns the extension of a file name if documents can have it. Browsers send no type, or another one, for some. */
export function findDocumentExtension(filename: string): DocumentExtension | undefined {
  const extension = /\.(\w+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  return isExtension(extension) ? extension : undefined;
}
