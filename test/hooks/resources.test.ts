import { expect, test } from 'vitest';
import * as hooks from '../../src/hooks/index.ts';
import { DOCUMENTS, NAMES } from '../support/operations.ts';

test.each(NAMES)('the operation %s has its hooks', (name) => {
  const isMutation = /^mutation/m.test(DOCUMENTS[name] ?? '');
  const names = isMutation
    ? [`use${name}Mutation`]
    : [`use${name}Query`, `useSuspense${name}Query`];
  if (/^ {4}pageInfo/m.test(DOCUMENTS[name] ?? '')) names.push(`useInfinite${name}Query`);
  expect(names.filter((hook) => !(hook in hooks))).toStrictEqual([]);
});
