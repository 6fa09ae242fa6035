import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import {
  ask,
  at,
  type Check,
  denied,
  granted,
  grantedObject,
  refused,
  type Target,
} from './check.ts';
import { withCreated } from './crud.ts';

const GROUPS = '/v1/knowledge/groups';
const TEXT = 'The lighthouse keeper counts the ships at dusk.';

/** Does `work` with a new group. */
const withGroup = (target: Target, work: (path: string, id: string) => Promise<void>) =>
  withCreated(target, GROUPS, { json: { name: 'Conformance' } }, ({ path, id }) => work(path, id));

const upload = (target: Target, group: string, file = new File([TEXT], 'conformance.txt')) =>
  ask(target, `POST ${group}/documents`, { form: { file } });

/** Uploads a document to a group of its own, and does `work` with it. */
const withDocument = (
  target: Target,
  work: (path: string, group: string, document: unknown) => Promise<void>,
) =>
  withGroup(target, async (group) => {
    const document = grantedObject(await upload(target, group));
    await work(`/v1/knowledge/documents/${String(at(document, 'id'))}`, group, document);
  });

/** Attempts to find a document ready, a second apart: a service may take minutes. */
const ATTEMPTS = 180;

async function waitUntilReady(target: Target, path: string) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const document = grantedObject(await ask(target, `GET ${path}`));
    if (at(document, 'status') === 'READY') return;
    const status = String(at(document, 'status'));
    assert.match(status, /^(UPLOADED|PROCESSING)$/, String(at(document, 'errorMessage')));
    await setTimeout(1_000);
  }
  assert.fail('The document is not READY.');
}

const listed = (body: unknown): readonly unknown[] => {
  assert.ok(Array.isArray(body), 'The response is not an array.');
  return body;
};

const check = (id: string, name: string, run: Check['run']): Check => ({
  id,
  level: 'EXTENSION',
  section: 'Extension knowledge',
  name,
  extension: 'knowledge',
  run,
});

/** The extension knowledge: what live services have, and the specification does not show. */
export const knowledgeChecks: readonly Check[] = [
  check('knowledge.extension.create', 'a group is created, and found by its id', (target) =>
    withGroup(target, async (path, id) => {
      const found = grantedObject(await ask(target, `GET ${path}`));
      assert.deepEqual([at(found, 'id'), at(found, 'name')], [id, 'Conformance']);
    }),
  ),
  check('knowledge.extension.list', 'groups are listed without pages', (target) =>
    withGroup(target, async (_, id) => {
      const groups = listed(granted(await ask(target, `GET ${GROUPS}`)).body);
      assert.ok(groups.some((group) => at(group, 'id') === id));
    }),
  ),
  check('knowledge.extension.update', 'an update changes what it names', (target) =>
    withGroup(target, async (path) => {
      granted(await ask(target, `PUT ${path}`, { json: { description: 'Changed' } }));
      const found = grantedObject(await ask(target, `GET ${path}`));
      assert.deepEqual([at(found, 'name'), at(found, 'description')], ['Conformance', 'Changed']);
    }),
  ),
  check('knowledge.extension.delete', 'a deleted group is gone, with its documents', (target) =>
    withDocument(target, async (path, group) => {
      granted(await ask(target, `DELETE ${group}`));
      denied(await ask(target, `GET ${group}`));
      denied(await ask(target, `GET ${path}`));
    }),
  ),
  check(
    'knowledge.extension.document-create',
    'a document becomes READY, and is found by its text',
    (target) =>
      withDocument(target, async (path, group, document) => {
        await waitUntilReady(target, path);
        const json = { query: 'lighthouse', limit: 1 };
        const [found] = listed(granted(await ask(target, `POST ${group}/search`, { json })).body);
        assert.equal(at(found, 'documentId'), at(document, 'id'));
        assert.match(String(at(found, 'content')), /lighthouse keeper/);
        assert.equal(typeof at(found, 'score'), 'number');
      }),
  ),
  check(
    'knowledge.extension.document-list',
    'the documents of a group are listed without pages',
    (target) =>
      withDocument(target, async (_, group, document) => {
        const documents = listed(granted(await ask(target, `GET ${group}/documents`)).body);
        assert.deepEqual(
          documents.map((each) => at(each, 'id')),
          [at(document, 'id')],
        );
      }),
  ),
  check('knowledge.extension.document-update', 'a document is renamed', (target) =>
    withDocument(target, async (path) => {
      granted(await ask(target, `PUT ${path}`, { json: { filename: 'renamed.txt' } }));
      assert.equal(at(grantedObject(await ask(target, `GET ${path}`)), 'filename'), 'renamed.txt');
    }),
  ),
  check('knowledge.extension.document-delete', 'a deleted document is gone', (target) =>
    withDocument(target, async (path) => {
      granted(await ask(target, `DELETE ${path}`));
      denied(await ask(target, `GET ${path}`));
    }),
  ),
  check(
    'knowledge.extension.document-download',
    'a document is downloaded without a key',
    (target) =>
      withDocument(target, async (path) => {
        const { body } = granted(await ask(target, `GET ${path}/download`));
        const response = await fetch(String(at(body, 'downloadUrl')));
        assert.equal(await response.text(), TEXT);
      }),
  ),
  check('knowledge.extension.document-format', 'a file of another format is refused', (target) =>
    withGroup(target, async (group) => {
      refused(await upload(target, group, new File(['MZ\0\0'], 'program.exe')));
    }),
  ),
];
