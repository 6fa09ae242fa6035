import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../../support/program.ts';
import { tempFolder } from '../../support/resources.ts';

const INVALID_PORT = 'PORT must be an integer from 0 to 65535.\n';

test.each([
  ['with a byte order mark and line ends of Windows', '\ufeffPORT=x\r\nHOST=0.0.0.0', INVALID_PORT],
  [
    'in UTF-16',
    Buffer.from('\ufeffPORT=4001\r\n', 'utf16le'),
    'The .env file is not text in UTF-8.\n',
  ],
  ['in Latin-1', Buffer.from('# für\nPORT=x', 'latin1'), 'The .env file is not text in UTF-8.\n'],
])('a .env file %s is read completely, or stops the start', async (_, content, expected) => {
  const cwd = await tempFolder();
  await writeFile(join(cwd, '.env'), content);
  const { ended, output } = runProgram([], {}, { cwd });
  expect(await ended()).toBe(1);
  expect(output().stderr).toBe(expected);
});
