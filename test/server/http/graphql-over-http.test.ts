import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { fakeService, reply } from '../../support/fake-service.ts';
import { start } from '../../support/start.ts';

/** The URL of the running test's server. The audits are listed before it starts. */
let url = '';

const audits = serverAudits({ url: () => url, fetchFn: fetch });

test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))(
  'GraphQL over HTTP %s: %s',
  async (_id, _name, audit) => {
    const upstream = await fakeService(reply(200, {}));
    url = (await start({ upstream })).url;
    const result = await audit.fn();
    if (result.status !== 'ok') expect.fail(`${result.status}: ${result.reason}`);
  },
);
