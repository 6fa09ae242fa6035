import { defineConfig } from 'orval';

export default defineConfig({
  avatars: {
    input: '../openapi.json',
    output: {
      target: 'generated/client.ts',
      client: 'fetch',
      // A function for each media type of a body, such as createAvatarWithFormData.
      override: { splitByContentType: true },
    },
  },
});
