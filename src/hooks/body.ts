interface FoundFile {
  readonly path: string;
  readonly file: Blob;
}

/** A copy of `value` with null for every file, and the files with their paths. */
function takeFiles(value: unknown, path: string, found: FoundFile[]): unknown {
  if (value instanceof Blob) {
    found.push({ path, file: value });
    return null;
  }
  if (Array.isArray(value)) {
    return value.map((item, index) => takeFiles(item, `${path}.${index}`, found));
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    takeFiles(item, `${path}.${key}`, found),
  ]);
  return Object.fromEntries(entries);
}

const nameOf = (file: Blob) => (file instanceof File ? file.name : 'file');

/** A request's body: JSON, or the GraphQL multipart request where a variable holds a file. */
export function requestBody(query: string, variables: unknown): string | FormData {
  const found: FoundFile[] = [];
  const operations = { query, variables: takeFiles(variables ?? {}, 'variables', found) };
  if (found.length === 0) return JSON.stringify(operations);
  const form = new FormData();
  form.append('operations', JSON.stringify(operations));
  form.append('map', JSON.stringify(Object.fromEntries(found.map(({ path }, i) => [i, [path]]))));
  for (const [index, { file }] of found.entries()) form.append(String(index), file, nameOf(file));
  return form;
}
