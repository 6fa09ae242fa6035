import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import {
  ask,
  at,
  type Check,
  expectDenied,
  expectObject,
  expectRejected,
  expectSuccess,
  inExtension,
  type Target,
} from './check.ts';
import { readList, withNew } from './contract.ts';

/** Number of attempts to read a ready document: at first soon after one another, then one per second. A service can take minutes. */
const ATTEMPTS = 180;
const TEXT = 'The lighthouse keeper counts the ships at dusk.';

async function waitUntilReady(target: Target, path: string) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const document = expectObject(await ask(target, `GET ${path}`));
    const status = String(at(document, 'status'));
    if (status === 'READY') return;
    assert.match(status, /^(UPLOADED|PROCESSING)$/, String(at(document, 'errorMessage')));
    await setTimeout(Math.min(100 * attempt, 1_000));
  }
  assert.fail('The document is not READY.');
}

/** Runs `run` with a document that is uploaded to a new group. */
const check = (
  operation: string,
  name: string,
  run: (target: Target, path: string, group: string, id: string) => Promise<void>,
): Check =>
  inExtension(`knowledge.extension.${operation}`, name, (target) =>
    withNew(target, 'knowledge', async ({ path: group }) => {
      const form = { file: new File([TEXT], 'conformance.txt') };
      const { body } = expectSuccess(await ask(target, `POST ${group}/documents`, { form }));
      const id = String(at(body, 'id'));
      await run(target, `/v1/knowledge/documents/${id}`, group, id);
    }),
  );

const expectGone = async (target: Target, path: string) =>
  expectDenied(await ask(target, `GET ${path}`));

/** Checks of documents in knowledge groups. An id ends with the operation that the check is about. */
export const knowledgeChecks: readonly Check[] = [
  check(
    'searchKnowledge',
    'a document becomes READY, and is found by its text',
    async (target, path, group, id) => {
      await waitUntilReady(target, path);
      const json = { query: 'lighthouse', limit: 1 };
      const { body } = expectSuccess(await ask(target, `POST ${group}/search`, { json }));
      assert.equal(at(body, 0, 'documentId'), id);
      assert.match(String(at(body, 0, 'content')), /lighthouse keeper/);
      assert.equal(typeof at(body, 0, 'score'), 'number');
    },
  ),
  check(
    'knowledgeDocuments',
    'the documents of a group are listed',
    async (target, _, group, id) => {
      const { items } = await readList(target, `${group}/documents`);
      assert.deepEqual(
        items.map((each) => at(each, 'id')),
        [id],
      );
    },
  ),
  check('updateKnowledgeDocument', 'a document is renamed', async (target, path) => {
    expectSuccess(await ask(target, `PUT ${path}`, { json: { filename: 'renamed.txt' } }));
    assert.equal(at(expectObject(await ask(target, `GET ${path}`)), 'filename'), 'renamed.txt');
  }),
  check('deleteKnowledgeDocument', 'a deleted document is not found', async (target, path) => {
    expectSuccess(await ask(target, `DELETE ${path}`));
    await expectGone(target, path);
  }),
  check(
    'documents-of-a-deleted-group',
    'documents are deleted with their group',
    async (target, path, group) => {
      expectSuccess(await ask(target, `DELETE ${group}`));
      await expectGone(target, path);
    },
  ),
  check('knowledgeDownload', 'a document is downloaded without a key', async (target, path) => {
    const { body } = expectSuccess(await ask(target, `GET ${path}/download`));
    assert.equal(await (await fetch(String(at(body, 'downloadUrl')))).text(), TEXT);
  }),
  inExtension(
    'knowledge.extension.createKnowledgeDocument',
    'a file of an unsupported format is rejected',
    (target) =>
      withNew(target, 'knowledge', async ({ path }) => {
        const form = { file: new File(['MZ\0\0'], 'program.exe') };
        expectRejected(await ask(target, `POST ${path}/documents`, { form }));
      }),
  ),
];
