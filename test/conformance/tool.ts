import assert from 'node:assert/strict';
import {
  ask,
  at,
  type Check,
  deletableTool,
  denied,
  given,
  granted,
  grantedObject,
  hasStatus,
  refused,
  type Target,
} from './check.ts';
import { type Crud, crudChecks, withNew } from './crud.ts';

const NO_TOOL = '/v1/tools/00000000-0000-4000-8000-000000000000';

/** The extension tools. */
const crud: Crud = {
  extension: 'tools',
  one: 'a tool',
  creation: (name) => ({
    json: {
      name,
      description: 'Made by a check.',
      type: 'CLIENT',
      config: { parameters: { type: 'object', properties: {} }, awaitResult: false },
    },
  }),
  nameField: 'name',
  update: { description: 'Changed by a check.' },
};

const pathOf = (target: Target) => `/v1/tools/${given(target, 'toolId')}`;

/** Specification, "Tool" and its endpoints. What a change of a tool holds is not shown, so that is ASSUMED. */
export const toolChecks: readonly Check[] = [
  {
    id: 'tool.by-id',
    level: 'MUST',
    section: 'GET /v1/tools/{id}',
    name: 'a tool is returned by its id',
    run: async (target) => {
      grantedObject(await ask(target, `GET ${pathOf(target)}`));
    },
  },
  {
    id: 'tool.update.there',
    level: 'MUST',
    section: 'PUT /v1/tools/{id}',
    name: 'a tool takes a PUT',
    run: async (target) => {
      const { status } = await ask(target, `PUT ${pathOf(target)}`, { json: {} });
      assert.ok(status < 500 && ![401, 403, 404, 405].includes(status), `It answered ${status}.`);
    },
  },
  {
    id: 'tool.record',
    level: 'ASSUMED',
    section: 'GET /v1/tools/{id}',
    name: 'a tool has its id, a name and a type',
    run: async (target) => {
      const tool = grantedObject(await ask(target, `GET ${pathOf(target)}`));
      assert.equal(at(tool, 'id'), target.toolId);
      assert.equal(typeof at(tool, 'name'), 'string');
      assert.equal(typeof at(tool, 'type'), 'string');
    },
  },
  {
    id: 'tool.update',
    level: 'ASSUMED',
    section: 'PUT /v1/tools/{id}',
    name: 'a new description is answered and kept, and nothing else changes; the old one is put back',
    run: async (target) => {
      const path = pathOf(target);
      const before = grantedObject(await ask(target, `GET ${path}`));
      const description = `${at(before, 'description')} (checked)`.slice(0, 1024);
      try {
        const json = { description };
        const changed = grantedObject(await ask(target, `PUT ${path}`, { json }));
        assert.equal(at(changed, 'description'), description);
        const after = grantedObject(await ask(target, `GET ${path}`));
        assert.equal(at(after, 'description'), description);
        for (const field of ['name', 'type', 'config']) {
          assert.deepEqual(at(after, field), at(before, field));
        }
      } finally {
        await ask(target, `PUT ${path}`, { json: { description: at(before, 'description') } });
      }
    },
  },
  {
    id: 'tool.unknown',
    level: 'ASSUMED',
    section: 'GET /v1/tools/{id}',
    name: 'the id of no tool is answered 404, whatever is to be done with it',
    run: async (target) => {
      hasStatus(await ask(target, `GET ${NO_TOOL}`), 404);
      hasStatus(await ask(target, `PUT ${NO_TOOL}`, { json: { description: 'x' } }), 404);
      hasStatus(await ask(target, `DELETE ${NO_TOOL}`), 404);
    },
  },
  ...crudChecks(crud),
  {
    id: 'tools.extension.unique',
    level: 'ASSUMED',
    section: 'Extension tools',
    name: 'no two tools have one name, and a name has no spaces',
    extension: 'tools',
    run: (target) =>
      withNew(target, crud, async ({ name }) => {
        refused(await ask(target, 'POST /v1/tools', crud.creation(name)));
        refused(await ask(target, 'POST /v1/tools', crud.creation('two words')));
      }),
  },
  {
    id: 'tool.delete',
    level: 'MUST',
    section: 'DELETE /v1/tools/{id}',
    name: 'a tool is deleted by its id, and gone',
    run: async (target) => {
      const path = `/v1/tools/${deletableTool(target)}`;
      granted(await ask(target, `GET ${path}`));
      granted(await ask(target, `DELETE ${path}`));
      denied(await ask(target, `GET ${path}`));
    },
  },
];
