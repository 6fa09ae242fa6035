import { z } from 'zod';
import { findDocumentExtension } from './document-types.ts';
import { count, link, reference, TIMESTAMPS, text } from './fields.ts';
import { formatMegabytes, MEGABYTE } from './file-size.ts';
import { asItems, listOf } from './page.ts';
import { nullish, optional, record } from './record.ts';
import { defineResource, PERSONAL, VOLATILE } from './resource.ts';
import { enumOf, withDefault } from './schema-meta.ts';

/** Maximum size of a document. */
export const MAX_DOCUMENT_BYTES = 50 * MEGABYTE;
const MAX_DOCUMENT_SIZE = formatMegabytes(MAX_DOCUMENT_BYTES);

/** The formats of documents, in messages. */
export const DOCUMENT_FORMATS = 'PDF, TXT, MD, DOCX or CSV';

/** The message for a file that is not a document in one of these formats. */
export const WRONG_DOCUMENT = `The document must be a ${DOCUMENT_FORMATS} file, with this extension in its file name.`;

/** Defaults of an upload. */
export const CHUNK_DEFAULTS = { chunkSize: 1000, chunkOverlap: 200 };
const { chunkSize, chunkOverlap } = CHUNK_DEFAULTS;

const filename = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^/\\\p{Cc}]+$/u, 'The file name must not contain "/", "\\" or control characters.')
  .refine((name) => findDocumentExtension(name) !== undefined, WRONG_DOCUMENT);

const KnowledgeDocumentStatus = enumOf('KnowledgeDocumentStatus', 'Status of a document.', {
  UPLOADED: 'It is waiting to be processed.',
  PROCESSING: 'Its text is being processed.',
  READY: 'Its text can be searched.',
  FAILED: 'It could not be processed.',
});

export const KnowledgeDocument = record({
  knowledgeFolderId: reference('Id of the knowledge group.', 'groupId'),
  filename: text('File name of the document.'),
  fileType: text('Media type of the file.', 'contentType'),
  fileSize: count('Size of the file in bytes.'),
  fileUrl: link('Where the service stores the file. Clients use another URL to download it.'),
  status: KnowledgeDocumentStatus.describe('Processing status.'),
  errorMessage: text('Why the document could not be processed.'),
  ...TIMESTAMPS,
}).meta({ id: 'KnowledgeDocument', description: 'A knowledge document.' });
export type KnowledgeDocument = z.output<typeof KnowledgeDocument>;

type Chunking = { readonly [Name in keyof typeof CHUNK_DEFAULTS]?: number | undefined };

/** Whether the overlap of chunks is at most half of their size. */
export const isOverlapValid = ({ chunkSize: size = chunkSize, chunkOverlap = 0 }: Chunking) =>
  chunkOverlap <= size / 2;

/** The issue if it is not. */
export const INVALID_OVERLAP = {
  path: ['chunkOverlap'],
  message: 'The overlap must not be more than half of chunkSize.',
};

export const CreateKnowledgeDocument = z
  .strictObject({
    file: z
      .file()
      .max(MAX_DOCUMENT_BYTES, `The document must not be larger than ${MAX_DOCUMENT_SIZE}.`)
      .refine(({ name }) => filename.safeParse(name).success, WRONG_DOCUMENT)
      .describe(`${DOCUMENT_FORMATS} file (maximum ${MAX_DOCUMENT_SIZE}).`),
    ...optional({
      chunkSize: withDefault(
        z.int32().min(100).max(10_000),
        chunkSize,
        'Size in characters of the parts that searches return.',
      ),
      chunkOverlap: withDefault(
        z.int32().min(0).max(5_000),
        chunkOverlap,
        'Number of characters that successive parts share, at most half of chunkSize.',
      ),
    }),
  })
  .refine(isOverlapValid, INVALID_OVERLAP);

const UpdateKnowledgeDocument = z
  .strictObject({
    filename: filename.describe('File name, with its extension (1 to 255 characters).'),
  })
  .partial();

/** Where a document can be downloaded for some time, without an API key. */
export const KnowledgeDownload = z
  .object({
    downloadUrl: link('Temporary URL of the file.'),
    ...nullish({ filename: text('File name of the document.') }),
  })
  .meta({ id: 'KnowledgeDownload', description: 'Where a document can be downloaded.' });

/** The contract of knowledge documents. All endpoints are extensions. */
export const knowledgeDocumentContract = defineResource(
  {
    collection: 'knowledgeDocuments',
    feature: 'knowledge',
    path: '/v1/knowledge/documents',
    noun: 'knowledge document',
    description: 'Documents of knowledge groups. Their text is processed after the upload.',
    record: KnowledgeDocument,
    searched: ['filename'],
  },
  ({ get, update, remove, other }) => ({
    knowledgeDocuments: other({
      path: '/v1/knowledge/groups/{id}/documents',
      operation: 'list',
      summary: 'Returns all documents of a knowledge group.',
      response: listOf(KnowledgeDocument),
      normalize: asItems,
      maxAge: VOLATILE,
    }),
    createKnowledgeDocument: other({
      method: 'POST',
      path: '/v1/knowledge/groups/{id}/documents',
      operation: 'create',
      summary: 'Uploads a document to a knowledge group.',
      slow: true,
      body: { multipart: CreateKnowledgeDocument },
      status: 201,
      response: KnowledgeDocument,
    }),
    knowledgeDocument: get({ maxAge: VOLATILE }),
    updateKnowledgeDocument: update(UpdateKnowledgeDocument, {
      summary: 'Renames a knowledge document.',
    }),
    deleteKnowledgeDocument: remove({ status: 204 }),
    knowledgeDownload: other({
      path: '/v1/knowledge/documents/{id}/download',
      operation: 'get',
      summary: 'Returns a URL from which a knowledge document can be downloaded.',
      maxAge: PERSONAL,
      response: KnowledgeDownload,
    }),
  }),
);
