// Installs the packages of test/package.json, which only tests and checks need, or of a folder below test that is given,
// unless they are there. Plain JavaScript: an older Node may run it. Without those of test, the tests that need them are
// left out, and the checks fail.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const cwd = join(import.meta.dirname, '..', process.argv[2] || '.');
const wanted = join(cwd, 'package-lock.json');
const installed = join(cwd, 'node_modules/.installed.json');

const isInstalled = () =>
  existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(wanted, 'utf8');

if (!isInstalled()) {
  const { status } = spawnSync('npm ci --no-audit --no-fund', {
    cwd,
    stdio: 'inherit',
    shell: true,
  });
  if (status === 0) copyFileSync(wanted, installed);
}
