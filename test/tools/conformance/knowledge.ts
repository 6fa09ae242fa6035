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
import { withCreated } from './crud.ts';

const GROUPS = '/v1/knowledge/groups';
const TEXT = 'The lighthouse keeper counts the ships at dusk.';

/** Runs `work` with a new group. */
const withGroup = (target: Target, work: (path: string, id: string) => Promise<void>) =>
  withCreated(target, GROUPS, { json: { name: 'Conformance' } }, ({ path, id }) => work(path, id));

const upload = (target: Target, group: string, file = new File([TEXT], 'conformance.txt')) =>
  ask(target, `POST ${group}/documents`, { form: { file } });

/** Uploads a document to a new group, and runs `work` with it. */
const withDocument = (
  target: Target,
  work: (path: string, group: string, document: unknown) => Promise<void>,
) =>
  withGroup(target, async (group) => {
    const document = expectObject(await upload(target, group));
    await work(`/v1/knowledge/documents/${String(at(document, 'id'))}`, group, document);
  });

/** Number of attempts to read a ready document: at first soon after one another, then one per second. A service can take minutes. */
const ATTEMPTS = 180;

async function waitUntilReady(target: Target, path: string) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const document = expectObject(await ask(target, `GET ${path}`));
    if (at(document, 'status') === 'READY') return;
    const status = String(at(document, 'status'));
    assert.match(status, /^(UPLOADED|PROCESSING)$/, String(at(document, 'errorMessage')));
    await setTimeout(Math.min(100 * attempt, 1_000));
  }
  assert.fail('The document is not READY.');
}

const expectArray = (body: unknown): readonly unknown[] => {
  assert.ok(Array.isArray(body), 'The response is not an array.');
  return body;
};

/** Checks of the extension knowledge. */
export const knowledgeChecks: readonly Check[] = [
  inExtension('knowledge.extension.create', 'a group is created, and found by its id', (target) =>
    withGroup(target, async (path, id) => {
      const found = expectObject(await ask(target, `GET ${path}`));
      assert.deepEqual([at(found, 'id'), at(found, 'name')], [id, 'Conformance']);
    }),
  ),
  inExtension('knowledge.extension.list', 'groups are listed without pages', (target) =>
    withGroup(target, async (_, id) => {
      const groups = expectArray(expectSuccess(await ask(target, `GET ${GROUPS}`)).body);
      assert.ok(groups.some((group) => at(group, 'id') === id));
    }),
  ),
  inExtension('knowledge.extension.update', 'an update changes only its own fields', (target) =>
    withGroup(target, async (path) => {
      expectSuccess(await ask(target, `PUT ${path}`, { json: { description: 'Changed' } }));
      const found = expectObject(await ask(target, `GET ${path}`));
      assert.deepEqual([at(found, 'name'), at(found, 'description')], ['Conformance', 'Changed']);
    }),
  ),
  inExtension(
    'knowledge.extension.delete',
    'a deleted group and its documents are not found',
    (target) =>
      withDocument(target, async (path, group) => {
        expectSuccess(await ask(target, `DELETE ${group}`));
        expectDenied(await ask(target, `GET ${group}`));
        expectDenied(await ask(target, `GET ${path}`));
      }),
  ),
  inExtension(
    'knowledge.extension.document-create',
    'a document becomes READY, and is found by its text',
    (target) =>
      withDocument(target, async (path, group, document) => {
        await waitUntilReady(target, path);
        const json = { query: 'lighthouse', limit: 1 };
        const [found] = expectArray(
          expectSuccess(await ask(target, `POST ${group}/search`, { json })).body,
        );
        assert.equal(at(found, 'documentId'), at(document, 'id'));
        assert.match(String(at(found, 'content')), /lighthouse keeper/);
        assert.equal(typeof at(found, 'score'), 'number');
      }),
  ),
  inExtension(
    'knowledge.extension.document-list',
    'the documents of a group are listed without pages',
    (target) =>
      withDocument(target, async (_, group, document) => {
        const documents = expectArray(
          expectSuccess(await ask(target, `GET ${group}/documents`)).body,
        );
        assert.deepEqual(
          documents.map((each) => at(each, 'id')),
          [at(document, 'id')],
        );
      }),
  ),
  inExtension('knowledge.extension.document-update', 'a document is renamed', (target) =>
    withDocument(target, async (path) => {
      expectSuccess(await ask(target, `PUT ${path}`, { json: { filename: 'renamed.txt' } }));
      assert.equal(at(expectObject(await ask(target, `GET ${path}`)), 'filename'), 'renamed.txt');
    }),
  ),
  inExtension('knowledge.extension.document-delete', 'a deleted document is not found', (target) =>
    withDocument(target, async (path) => {
      expectSuccess(await ask(target, `DELETE ${path}`));
      expectDenied(await ask(target, `GET ${path}`));
    }),
  ),
  inExtension(
    'knowledge.extension.document-download',
    'a document is downloaded without a key',
    (target) =>
      withDocument(target, async (path) => {
        const { body } = expectSuccess(await ask(target, `GET ${path}/download`));
        const response = await fetch(String(at(body, 'downloadUrl')));
        assert.equal(await response.text(), TEXT);
      }),
  ),
  inExtension(
    'knowledge.extension.document-format',
    'a file of an unsupported format is rejected',
    (target) =>
      withGroup(target, async (group) => {
        expectRejected(await upload(target, group, new File(['MZ\0\0'], 'program.exe')));
      }),
  ),
];
