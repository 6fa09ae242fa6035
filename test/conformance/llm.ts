import assert from 'node:assert/strict';
import { ask, at, type Check, denied } from './check.ts';
import { type Crud, crudChecks, listOf, withNew } from './crud.ts';

const SECRET = 'conformance-secret-1f6c0a';

const crud: Crud = {
  extension: 'llms',
  one: 'a custom LLM',
  creation: (displayName) => ({
    json: {
      displayName,
      llmFormat: 'openai',
      urls: [{ url: 'https://llm.example.com/v1', region: 'eu' }],
      modelName: 'some-model',
      secret: SECRET,
    },
  }),
  nameField: 'displayName',
  update: { displayName: 'Conformance, renamed', modelName: 'another-model' },
};

const section = 'Extension llms';

/** The extension llms: what live services have, and the specification only mentions. */
export const llmChecks: readonly Check[] = [
  ...crudChecks(crud),
  {
    id: 'llms.extension.secret',
    level: 'EXTENSION',
    section,
    name: 'no answer shows the API key that a custom LLM was given, at first or later',
    extension: 'llms',
    run: (target) =>
      withNew(target, crud, async ({ path, name, body }) => {
        const secret = `${SECRET}-2`;
        const answers = [
          await ask(target, `PUT ${path}`, { json: { secret } }),
          await ask(target, `GET ${path}`),
          await ask(target, `GET /v1/llms?search=${name}`),
        ];
        for (const shown of [JSON.stringify(body), ...answers.map(({ text }) => text)]) {
          assert.ok(!shown.includes(SECRET), 'An answer shows the API key.');
        }
      }),
  },
  {
    id: 'llms.extension.defaults',
    level: 'ASSUMED',
    section,
    name: 'includeDefaults lists built-in LLMs as well, which cannot be deleted',
    extension: 'llms',
    run: async (target) => {
      const query = { includeDefaults: 'true', perPage: '100' };
      const { items } = await listOf(target, '/v1/llms', query);
      const builtIn = items.find((item) => at(item, 'isDefault') === true);
      assert.ok(builtIn, 'No built-in LLM is listed.');
      denied(await ask(target, `DELETE /v1/llms/${String(at(builtIn, 'id'))}`));
      const own = await listOf(target, '/v1/llms', { perPage: '100' });
      assert.ok(own.items.every((item) => at(item, 'isDefault') !== true));
    },
  },
];
