import { writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

// Without this, a file has the type string.
const Blob = ts.factory.createTypeReferenceNode('Blob');

const nodes = await openapiTS(new URL('../openapi.json', import.meta.url), {
  transform: ({ format }) => (format === 'binary' ? Blob : undefined),
});
await writeFile(new URL('generated.ts', import.meta.url), astToString(nodes));
