import assert from 'node:assert/strict';
import {
  ask,
  assumed,
  at,
  type Check,
  expectDenied,
  expectObject,
  expectRejected,
  expectStatus,
  expectSuccess,
  must,
  requireDeletableTool,
  requireOption,
  type Target,
} from './check.ts';
import { type Crud, crudChecks, withNew } from './crud.ts';

const NO_TOOL = '/v1/tools/00000000-0000-4000-8000-000000000000';

/** The extension tools. */
const crud: Crud = {
  extension: 'tools',
  noun: 'a tool',
  creation: (name) => ({
    json: {
      name,
      description: 'Created by a check.',
      type: 'CLIENT',
      config: { parameters: { type: 'object', properties: {} }, awaitResult: false },
    },
  }),
  nameField: 'name',
  update: { description: 'Changed by a check.' },
};

const getToolPath = (target: Target) => `/v1/tools/${requireOption(target, 'toolId')}`;

/** Checks of "Tool" in the specification, which does not define the body of updates: these are ASSUMED. */
export const toolChecks: readonly Check[] = [
  must('tool.by-id', 'a tool is returned by its id', async (target) => {
    expectObject(await ask(target, `GET ${getToolPath(target)}`));
  }),
  must('tool.update.there', 'a tool accepts PUT', async (target) => {
    const { status } = await ask(target, `PUT ${getToolPath(target)}`, { json: {} });
    assert.ok(
      status < 500 && ![401, 403, 404, 405].includes(status),
      `The response was ${status}.`,
    );
  }),
  assumed('tool.record', 'a tool has its id, a name and a type', async (target) => {
    const tool = expectObject(await ask(target, `GET ${getToolPath(target)}`));
    assert.equal(at(tool, 'id'), target.toolId);
    assert.equal(typeof at(tool, 'name'), 'string');
    assert.equal(typeof at(tool, 'type'), 'string');
  }),
  assumed(
    'tool.update',
    'an update changes only the description, which is then restored',
    async (target) => {
      const path = getToolPath(target);
      const before = expectObject(await ask(target, `GET ${path}`));
      const description = `${at(before, 'description')} (checked)`.slice(0, 1024);
      try {
        const json = { description };
        const changed = expectObject(await ask(target, `PUT ${path}`, { json }));
        assert.equal(at(changed, 'description'), description);
        const after = expectObject(await ask(target, `GET ${path}`));
        assert.equal(at(after, 'description'), description);
        for (const field of ['name', 'type', 'config']) {
          assert.deepEqual(at(after, field), at(before, field));
        }
      } finally {
        await ask(target, `PUT ${path}`, { json: { description: at(before, 'description') } });
      }
    },
  ),
  assumed('tool.unknown', 'an unknown id is 404 for GET, PUT and DELETE', async (target) => {
    expectStatus(await ask(target, `GET ${NO_TOOL}`), 404);
    expectStatus(await ask(target, `PUT ${NO_TOOL}`, { json: { description: 'x' } }), 404);
    expectStatus(await ask(target, `DELETE ${NO_TOOL}`), 404);
  }),
  ...crudChecks(crud),
  assumed(
    'tools.extension.unique',
    'a name that is taken or contains spaces is rejected',
    (target) =>
      withNew(target, crud, async ({ name }) => {
        expectRejected(await ask(target, 'POST /v1/tools', crud.creation(name)));
        expectRejected(await ask(target, 'POST /v1/tools', crud.creation('two words')));
      }),
  ),
  must('tool.delete', 'a deleted tool is not found', async (target) => {
    const path = `/v1/tools/${requireDeletableTool(target)}`;
    expectSuccess(await ask(target, `GET ${path}`));
    expectSuccess(await ask(target, `DELETE ${path}`));
    expectDenied(await ask(target, `GET ${path}`));
  }),
];
