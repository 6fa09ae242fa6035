import { expect, test } from 'vitest';
import { start } from '../../support/start.ts';

test('a response has the standard text of its status', async () => {
  const { url } = await start({ settings: {} });
  const paths = ['/health', '/graphql?query={llms{total}}', '/nope'];
  const responses = await Promise.all(paths.map((path) => fetch(`${url}${path}`)));
  expect(responses.map(({ statusText }) => statusText)).toStrictEqual(['OK', 'OK', 'Not Found']);
});
