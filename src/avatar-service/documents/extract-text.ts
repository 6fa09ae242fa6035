import { DOCUMENT_TYPES } from '../../contract/document-types.ts';

/** Why no text can be extracted from a document, in a sentence for its owner. */
export class ExtractionError extends Error {}

/** Adds a part to the text. @throws ExtractionError if it becomes longer than the limit. */
type Add = (part: string) => void;

type Extract = (bytes: Uint8Array, add: Add) => Promise<void> | void;

const extractFromPdf: Extract = async (bytes, add) => {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(bytes).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'PasswordException'
      ? new ExtractionError('The document is protected by a password.')
      : error;
  });
  // One page after the other: unpdf's own function reads all of them at once.
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) if ('str' in item) add(item.hasEOL ? `${item.str}\n` : item.str);
    add('\n\n');
    page.cleanup();
  }
};

const extractFromDocx: Extract = async (bytes, add) => {
  const { default: mammoth } = await import('mammoth');
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(bytes.buffer) });
  add(value);
};

/** Whether bytes begin with the byte order mark of UTF-16, whose texts contain null bytes. */
export const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** The encoding of a text: by its byte order mark, otherwise UTF-8, or what old programs of Windows write. */
function* listEncodings(bytes: Uint8Array): Generator<string> {
  if (isUtf16(bytes)) yield bytes[0] === 0xff ? 'utf-16le' : 'utf-16be';
  else yield* ['utf-8', 'windows-1252'];
}

const extractFromText: Extract = (bytes, add) => {
  for (const encoding of listEncodings(bytes)) {
    try {
      return add(new TextDecoder(encoding, { fatal: true }).decode(bytes));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  throw new ExtractionError('The encoding of the text is not supported. Save it as UTF-8.');
};

const EXTRACTORS = new Map<string, Extract>([
  [DOCUMENT_TYPES.pdf, extractFromPdf],
  [DOCUMENT_TYPES.docx, extractFromDocx],
]);

/**
 * Extracts the text of a document.
 * @throws ExtractionError if that is not possible; the errors of the libraries for damaged files.
 */
export async function extractText(
  bytes: Uint8Array,
  type: string,
  maxCharacters: number,
): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  await (EXTRACTORS.get(type) ?? extractFromText)(bytes, (part) => {
    length += part.length;
    if (length > maxCharacters) {
      const limit = maxCharacters.toLocaleString('en');
      throw new ExtractionError(`The document has more than ${limit} characters.`);
    }
    parts.push(part);
  });
  // A null character would end the text in a database.
  const text = parts.join('').replaceAll('\0', '').toWellFormed();
  if (text.trim() === '') {
    throw new ExtractionError('The document has no text. Pictures of text cannot be read.');
  }
  return text;
}
