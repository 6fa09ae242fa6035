import { expect, test } from 'vitest';
import { start } from '../support/start.ts';
import { expectData } from './expectations.ts';

/** All lists of the graph, except those of connections, and of settings that a persona may not have. */
const LISTS = `{
  personas { nodes { toolIds knowledge tools { id } shareLinks { nodes { id } } } }
  avatars { nodes { displayTags availableModels } }
  voices { nodes { displayTags } }
  tools { nodes { knowledgeGroups { id } } }
  shareLinks { nodes { allowedOrigins } }
  knowledgeGroups { nodes { documents { nodes { id } } search(query: "x") { content } } }
  sessions {
    nodes {
      toolCalls { documentsAccessed }
      transcript { messages { message } }
      analytics { turns { toolCalls { toolName } } summary { toolCalls { byName { name } } } }
    }
  }
  sessionStatistics { slowestTurns { sessionId } }
}`;

const find = (value: unknown, path: string): string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => find(item, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isPart = ['transcript', 'analytics'].includes(key);
    return inner === null && !isPart ? [`${path}.${key}`] : find(inner, `${path}.${key}`);
  });
};

test('the built-in service has an empty list where there is nothing', async () => {
  const { run } = await start();
  await run('mutation { createPersona(input: { name: "Ada" }) { persona { id } } }');
  await run(
    'mutation { createTool(input: { name: "x", description: "x", config: { client: {} } }) { tool { id } } }',
  );
  await run('mutation { createKnowledgeGroup(input: { name: "x" }) { knowledgeGroup { id } } }');
  const data = await expectData(run(LISTS));
  expect([...new Set(find(data, ''))]).toStrictEqual([]);
});
