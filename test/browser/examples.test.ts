import { Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { readExamples } from '../../src/server/pages/explorer/explorer.ts';
import { avatars } from '../support/sample/records.ts';
import { start } from '../support/start.ts';

const operations = (await readExamples()).flatMap(({ query, variables = '{}' }) =>
  parse(query).definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION
      ? [{ operationName: node.name?.value ?? '', query, variables }]
      : [],
  ),
);

const { run, send } = await start({ settings: { ALLOW_PRIVATE_IMAGE_URLS: 'true' } });

// explorer.test.ts uploads an image in a browser.
test.each(operations.filter(({ operationName }) => operationName !== 'UploadAvatar'))(
  'the example $operationName runs over HTTP, with records of the sample data',
  async ({ variables, ...operation }) => {
    const { data } = await run(`{ avatar(id: "${avatars[0]?.id}") { imageUrl } }`);
    // The example's image is on the internet, which tests do not use.
    const local = JSON.parse(variables.replace(/https:[^"]+/, data.avatar.imageUrl));
    const response = await send({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...operation, variables: local }),
    });
    expect(response.errors).toBeUndefined();
    expect(Object.values(response.data)).not.toContain(null);
  },
);
