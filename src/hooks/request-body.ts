interface ExtractedFile {
  readonly path: string;
  readonly file: Blob;
}

/** Returns a copy of `value` with null for each file, and collects the files with their paths. */
function extractFiles(value: unknown, path: string, extractedFiles: ExtractedFile[]): unknown {
  if (value instanceof Blob) {
    extractedFiles.push({ path, file: value });
    return null;
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => extractFiles(item, `${path}.${index}`, extractedFiles));
  }
  // Dates and URLs, for example, have their own JSON form.
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    extractFiles(item, `${path}.${key}`, extractedFiles),
  ]);
  return Object.fromEntries(entries);
}

const getFileName = (file: Blob) => (file instanceof File ? file.name : 'file');

/** How a request names its document: by its text, or by the hash as Apollo's persisted queries have it. */
export type DocumentParameters =
  | { readonly query: string }
  | {
      readonly extensions: {
        readonly persistedQuery: { readonly version: 1; readonly sha256Hash: string };
      };
    };

/** Creates a request's body: JSON, or a GraphQL multipart request if a variable holds a file. */
export function createRequestBody(
  document: DocumentParameters,
  variables: unknown,
): string | FormData {
  const extractedFiles: ExtractedFile[] = [];
  const operations = {
    ...document,
    variables: extractFiles(variables ?? {}, 'variables', extractedFiles),
  };
  if (extractedFiles.length === 0) return JSON.stringify(operations);
  const form = new FormData();
  form.append('operations', JSON.stringify(operations));
  form.append(
    'map',
    JSON.stringify(Object.fromEntries(extractedFiles.map(({ path }, i) => [i, [path]]))),
  );
  for (const [index, { file }] of extractedFiles.entries())
    form.append(String(index), file, getFileName(file));
  return form;
}
