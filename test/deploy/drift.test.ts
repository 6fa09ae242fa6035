import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { tempFolder } from '../support/resources.ts';
import { compareContract } from '../tools/drift.ts';

const readContract = async () => {
  const Schema = z.looseObject({ properties: z.record(z.string(), z.json()).default({}) });
  return z
    .looseObject({
      paths: z.record(z.string(), z.json()),
      components: z.looseObject({ schemas: z.record(z.string(), Schema) }),
    })
    .parse(JSON.parse(await readFile('schema/openapi.json', 'utf8')));
};

type Contract = Awaited<ReturnType<typeof readContract>>;

/** Writes the document of a service, which is the contract with a change. */
async function writeService(change: (contract: Contract) => void) {
  const contract = await readContract();
  change(contract);
  const folder = await tempFolder();
  const path = join(folder, 'service.json');
  await writeFile(path, JSON.stringify(contract));
  return path;
}

test('only an endpoint, a property, a value, a type and a requirement that a service documents otherwise are differences', async () => {
  const path = await writeService(({ paths, components: { schemas } }) => {
    const { '/v1/sessions/concurrency': concurrency = null } = paths;
    delete paths['/v1/sessions/concurrency'];
    paths['/v1/capacity'] = concurrency;
    const { CreateShareLink, CreateTool } = schemas;
    if (!CreateShareLink || !CreateTool) throw new Error('The schemas are not in the contract.');
    const { expiresInHours = null, ...others } = CreateShareLink.properties;
    CreateShareLink.properties = {
      ...others,
      lifetime: expiresInHours,
      usageLimit: { type: 'string' },
    };
    CreateTool.properties.type = { type: 'string', enum: ['CLIENT', 'SERVER_MCP'] };
    CreateTool.required = ['name', 'description', 'type', 'config'];
  });
  const { news } = await compareContract(path);
  expect(news.toSorted()).toStrictEqual([
    'GET /v1/capacity is not in the contract.',
    'GET /v1/sessions/concurrency is in the contract only.',
    'POST /v1/share-links request.expiresInHours is in the contract only.',
    'POST /v1/share-links request.lifetime is not in the contract.',
    'POST /v1/share-links request.usageLimit is string, and number in the contract.',
    'POST /v1/tools request.config is required, and optional in the contract.',
    'POST /v1/tools request.type has the value SERVER_MCP, which the contract does not have.',
  ]);
});
