import { expect, test } from 'vitest';
import * as hooks from '../../src/hooks/index.ts';
import { start } from '../support/start.ts';

const RESOURCES = [
  ['Persona', 'Personas'],
  ['Avatar', 'Avatars'],
  ['Tool', 'Tools'],
  ['Voice', 'Voices'],
  ['Llm', 'Llms'],
] as const;

test.each(RESOURCES)('%s has a hook for each of its operations', (one, many) => {
  const names = [
    `use${one}Query`,
    `use${many}Query`,
    `use${many}ConnectionQuery`,
    `useInfinite${many}ConnectionQuery`,
    `useCreate${one}Mutation`,
    `useUpdate${one}Mutation`,
    `useDelete${one}Mutation`,
  ];
  expect(names.filter((name) => !(name in hooks))).toStrictEqual([]);
});

test.each([
  ['avatars', hooks.AvatarsConnectionDocument],
  ['tools', hooks.ToolsConnectionDocument],
  ['voices', hooks.VoicesConnectionDocument],
  ['LLMs', hooks.LlmsConnectionDocument],
])('the end cursor of a connection of %s returns the next items', async (_, document) => {
  const { run } = await start();
  const read = async (variables: object) => {
    const { data, errors } = await run(document.toString(), variables);
    expect(errors).toBeUndefined();
    const [{ edges, pageInfo, totalCount }] = Object.values<typeof data>(data);
    return {
      ids: edges.map(({ node }: { node: { id: string } }) => node.id),
      pageInfo,
      totalCount,
    };
  };
  const all = await read({});
  expect(all.ids).toHaveLength(all.totalCount);
  const first = await read({ first: 1 });
  const rest = await read({ after: first.pageInfo.endCursor });
  expect([...first.ids, ...rest.ids]).toStrictEqual(all.ids);
});
