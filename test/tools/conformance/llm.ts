import assert from 'node:assert/strict';
import { ask, assumed, at, type Check, expectDenied, inExtension } from './check.ts';
import { type Crud, crudChecks, readPage, withNew } from './crud.ts';

const SECRET = 'conformance-secret-1f6c0a';

const crud: Crud = {
  extension: 'llms',
  noun: 'a custom LLM',
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

/** Checks of the extension llms. */
export const llmChecks: readonly Check[] = [
  ...crudChecks(crud),
  inExtension(
    'llms.extension.secret',
    'no response contains the API key of a custom LLM',
    (target) =>
      withNew(target, crud, async ({ path, name, body }) => {
        const secret = `${SECRET}-2`;
        const answers = [
          await ask(target, `PUT ${path}`, { json: { secret } }),
          await ask(target, `GET ${path}`),
          await ask(target, `GET /v1/llms?search=${name}`),
        ];
        for (const text of [JSON.stringify(body), ...answers.map((answer) => answer.text)]) {
          assert.ok(!text.includes(SECRET), 'A response contains the API key.');
        }
      }),
  ),
  assumed(
    'llms.extension.defaults',
    'includeDefaults also lists built-in LLMs, which cannot be deleted',
    async (target) => {
      const query = { includeDefaults: 'true', perPage: '100' };
      const { items } = await readPage(target, '/v1/llms', query);
      const builtIn = items.find((item) => at(item, 'isDefault') === true);
      assert.ok(builtIn, 'No built-in LLM is listed.');
      expectDenied(await ask(target, `DELETE /v1/llms/${String(at(builtIn, 'id'))}`));
      const own = await readPage(target, '/v1/llms', { perPage: '100' });
      assert.ok(own.items.every((item) => at(item, 'isDefault') !== true));
    },
  ),
];
