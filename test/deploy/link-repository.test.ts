import { expect, test } from 'vitest';
import { linkPage } from '../../src/deploy/build/link-repository.ts';

test.each([
  ['[a](schema/a.graphql)', 'README.md', 'blob/v1.0.0/schema/a.graphql'],
  ['[a](../graphql/README.md#b)', 'src/hooks/README.md', 'blob/v1.0.0/src/graphql/README.md#b'],
  ['![a](docs/a.png)', 'README.md', 'raw/v1.0.0/docs/a.png'],
])('the relative link %s of %s is absolute in the package', (text, path, target) => {
  expect(linkPage(`See ${text}.`, path, 'owner/name', 'v1.0.0')).toBe(
    `See ${text.replace(/\(.*\)/, `(https://github.com/owner/name/${target})`)}.`,
  );
});

test.each(['[a](https://example.com/a)', '[a](#b)', '[a](mailto:a@example.com)', 'a(b)'])(
  '%s is left as it is',
  (text) => {
    expect(linkPage(text, 'README.md', 'owner/name', 'v1.0.0')).toBe(text);
  },
);
