import { expect, test } from 'vitest';
import { start } from '../support/start.ts';
import { startUpstreamWithResponse } from '../support/upstream.ts';

test.each([
  ['tool', 'type', 'CLIENT', 'SERVER_MCP'],
  ['voice', 'gender', 'NEUTRAL', 'UNKNOWN'],
])('a %s returns its %s as an enum', async (resource, field, known, newer) => {
  for (const [value, read] of [
    [known, known],
    [newer, null],
  ]) {
    const upstream = await startUpstreamWithResponse(200, { id: 'x1', [field]: value });
    const { run } = await start({ upstream, extensions: 'all' });
    const { data, errors } = await run(`{ ${resource}(id: "x1") { ${field} record } }`);
    expect(errors).toBeUndefined();
    expect(data[resource]).toMatchObject({ [field]: read, record: { [field]: value } });
  }
});
