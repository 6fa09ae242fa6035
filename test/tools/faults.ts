import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { parseArgs } from 'node:util';
import { EXTENSIONS } from '../../src/contract/api.ts';
import { forwardedKeyAuth } from '../../src/server/authentication/authenticate.ts';
import { createServer } from '../../src/server/server.ts';
import { createRestClient } from '../../src/upstream/client.ts';
import { FAULTS, type Fault, MAX_BYTES } from '../support/faults.ts';
import { multipart } from '../support/files.ts';
import { DOCUMENTS, OPERATIONS, type Operation } from '../support/operations.ts';
import { openRawUpstream } from '../support/raw-upstream.ts';
import { createAuthority } from '../support/tls.ts';

// `npm run faults [-- --tls]`: prints the error code, the number of upstream calls and the time of every operation with every
// fault of an upstream, with the default limits. Takes a little over three minutes, the timeout of an upload.

interface Cell {
  readonly code: string;
  readonly calls: number;
  readonly milliseconds: number;
}

const KEY = { authorization: 'Bearer a-key' };

const { values } = parseArgs({ options: { tls: { type: 'boolean' } } });

async function issueTrusted() {
  const authority = await createAuthority();
  setDefaultCACertificates([...getCACertificates('default'), authority.cert]);
  return authority.issue();
}

const certificate = values.tls ? await issueTrusted() : undefined;

const NOWHERE = {
  url: `${certificate ? 'https' : 'http'}://127.0.0.1:1`,
  received: [],
  close: async () => undefined,
};

async function measure(fault: Fault, { name, variables, files }: Operation): Promise<Cell> {
  const upstream = fault.reply ? await openRawUpstream(fault.reply, certificate) : NOWHERE;
  const rest = createRestClient({
    url: upstream.url,
    maxResponseBytes: MAX_BYTES,
    extensions: EXTENSIONS,
  });
  const server = createHttpServer(createServer({ rest, authenticate: forwardedKeyAuth }));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  const operations = { query: DOCUMENTS[name], operationName: name, variables };
  const start = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    ...(files
      ? { body: multipart(operations, files), headers: KEY }
      : {
          body: JSON.stringify(operations),
          headers: { ...KEY, 'content-type': 'application/json' },
        }),
  });
  const { errors } = await response.json();
  const milliseconds = performance.now() - start;
  server.close();
  server.closeAllConnections();
  await upstream.close();
  const calls = fault.reply ? upstream.received.length : Number.NaN;
  return { code: errors?.[0]?.extensions.code ?? 'none', calls, milliseconds };
}

const time = (milliseconds: number) =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** Formats the code, calls and times of operations with one fault, which differ only in their times. */
function summarize(cells: readonly Cell[]): string {
  const codes = [...new Set(cells.map(({ code }) => code))].join(', ');
  const calls = [...new Set(cells.map(({ calls: count }) => count))].join(', ').replace('NaN', '-');
  const times = cells.map(({ milliseconds }) => milliseconds);
  const [least, most] = [time(Math.min(...times)), time(Math.max(...times))];
  return `${codes} | ${calls} | ${least === most ? most : `${least} to ${most}`}`;
}

const GROUPS: readonly (readonly [string, (operation: Operation) => boolean])[] = [
  ['reads', ({ isRepeatable }) => isRepeatable],
  ['writes', ({ isRepeatable, files }) => !isRepeatable && !files],
  ['upload', ({ files }) => files !== undefined],
];

const measureRows = async (fault: Fault) => {
  const operations = OPERATIONS.filter(({ name }) => !fault.spares?.includes(name));
  const cells: (readonly [Operation, Cell])[] = [];
  const run = async (operation: Operation) => {
    cells.push([operation, await measure(fault, operation)]);
  };
  // Operations that only a deadline ends run concurrently.
  if (fault.isEndless) await Promise.all(operations.map(run));
  else for (const operation of operations) await run(operation);
  return GROUPS.map(([group, belongs]) => {
    const own = cells.filter(([operation]) => belongs(operation)).map(([, cell]) => cell);
    return `| ${fault.name} | ${group} | ${summarize(own)} |\n`;
  });
};

process.stdout.write(
  '| The upstream | Operations | Code | Calls | Time |\n|---|---|---|---|---|\n',
);
const endless = FAULTS.filter(({ isEndless }) => isEndless).map(measureRows);
for (const fault of FAULTS.filter(({ isEndless }) => !isEndless)) {
  process.stdout.write((await measureRows(fault)).join(''));
}
for (const late of await Promise.all(endless)) process.stdout.write(late.join(''));
process.exit(0);
