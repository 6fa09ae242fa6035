import { CREATE_AVATAR } from './upload.ts';

/** The boundary of forms in tests. */
export const BOUNDARY = 'b0undary';

/** Headers of such a form. */
export const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** Formats a part: text, or a file if it has a `filename`. */
export function part(name: string, content: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  const type = filename === undefined ? '' : 'content-type: image/png\r\n';
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n${type}\r\n${content}\r\n`;
}

/** Joins parts to a body. */
export const form = (...parts: readonly string[]): string => `${parts.join('')}--${BOUNDARY}--\r\n`;

/** Formats the part `operations` of an upload with these variables. */
export const operations = (variables: object = { file: null }, query = CREATE_AVATAR): string =>
  part('operations', JSON.stringify({ query, variables }));

/** Formats the part `map`. */
export const map = (paths: unknown = { 0: ['variables.file'] }): string =>
  part('map', JSON.stringify(paths));

/** Creates the options of a fetch that posts a form of these fields. */
export function createFormInit(fields: Record<string, string | File>): {
  method: 'POST';
  body: FormData;
} {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { method: 'POST', body };
}
