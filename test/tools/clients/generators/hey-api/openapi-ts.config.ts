import { defineConfig } from '@hey-api/openapi-ts';

export default defineConfig({
  input: '../openapi.json',
  output: { path: 'generated', module: { extension: '.ts' } },
  parser: {
    patch: {
      // The generator takes one media type of a body, and JSON before others. Forms can have the URL as well.
      operations: (_method, _path, { requestBody }) => {
        if (!requestBody || !('content' in requestBody)) return;
        if ('multipart/form-data' in requestBody.content)
          delete requestBody.content['application/json'];
      },
    },
  },
});
