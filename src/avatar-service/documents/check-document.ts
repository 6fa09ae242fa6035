import {
  DOCUMENT_TYPES,
  type DocumentExtension,
  findDocumentExtension,
} from '../../contract/document-types.ts';
import { WRONG_DOCUMENT } from '../../contract/knowledge-document.ts';
import { UnsupportedMediaType } from '../errors.ts';
import { readSlices } from '../file-slices.ts';
import { isUtf16 } from './extract-text.ts';

/** Bytes at the start of a PDF within which its header may begin. PDF reference, implementation notes. */
const PDF_HEADER_BYTES = 1024;

/** Bytes that are read at a time. */
const SLICE = 64 * 1024;

/** Control characters that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

type Slices = AsyncIterable<Buffer>;

const findFirst = async (slices: Slices, test: (start: string) => boolean) => {
  for await (const slice of slices) return test(slice.toString('latin1'));
  return false;
};

async function isText(slices: Slices): Promise<boolean> {
  let isEmpty = true;
  for await (const slice of slices) {
    if (isEmpty && isUtf16(slice)) return true;
    isEmpty = false;
    if (BINARY.test(slice.toString('latin1'))) return false;
  }
  return !isEmpty;
}

/** Whether a file has the content that its extension says. */
const CHECKS: Readonly<Record<DocumentExtension, (slices: Slices) => Promise<boolean>>> = {
  pdf: (slices) => findFirst(slices, (start) => start.slice(0, PDF_HEADER_BYTES).includes('%PDF-')),
  docx: (slices) => findFirst(slices, (start) => start.startsWith('PK\u0003\u0004')),
  txt: isText,
  md: isText,
  csv: isText,
};

/**
 * Returns the media type of the document at a path.
 * @throws UnsupportedMediaType if the file name has no extension of a document, or the content is of another format.
 */
export async function checkDocument(path: string, name: string): Promise<string> {
  const extension = findDocumentExtension(name);
  if (!extension) throw new UnsupportedMediaType(WRONG_DOCUMENT);
  if (!(await CHECKS[extension](readSlices(path, SLICE)))) {
    throw new UnsupportedMediaType(
      `The content of the document is not ${extension.toUpperCase()}.`,
    );
  }
  return DOCUMENT_TYPES[extension];
}
