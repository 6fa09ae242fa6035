import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { reply } from '../../support/fake-service.ts';
import { start } from '../../support/start.ts';

const { url } = await start({ upstream: reply(200, {}) });

const audits = serverAudits({ url, fetchFn: fetch });

test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))(
  'GraphQL over HTTP %s: %s',
  async (_id, _name, audit) => {
    const result = await audit.fn();
    if (result.status !== 'ok') expect.fail(`${result.status}: ${result.reason}`);
  },
);

test.each(['variables', 'extensions'])(
  'a GET request whose %s are not JSON is told so',
  async (name) => {
    const response = await fetch(`${url}?query={__typename}&${name}={`);
    const message = `The parameter ${name} is not valid JSON.`;
    expect(await response.json()).toMatchObject({ errors: [{ message }] });
    expect(response.status).toBe(400);
  },
);
