#!/usr/bin/env node
// JavaScript, and without a static import, so that a Node too old for what follows can still say so in a sentence.
const major = Number(process.versions.node.split('.')[0]);

if (major < 24) {
  process.stderr.write(
    `avatar-graphql requires Node.js 24 or later; this is ${process.version}. With npx, run: npx -p node@26 -p <package> avatar-graphql. In a checkout, run: npm ci && npm start.\n`,
  );
  process.exit(1);
}

// A .env file that cannot be read is explained where settings are.
try {
  process.loadEnvFile();
} catch {}

// In front of a distant upstream, requests wait: 64 MB for young objects, so that few of them are promoted, and no helper
// threads for collection, which would compete for the process's core. With the built-in avatar service nothing waits, and
// uploads need the memory: 4 MB, and src/shared/spool.ts collects the buffers of uploads. The heap grows by 30 or 100 %
// of what is alive, not fourfold. test/bench/FINDINGS.md, "Memory".
const flags = process.env.UPSTREAM_URL
  ? [
      '--max-semi-space-size=64',
      '--min-semi-space-size=64',
      '--no-parallel-scavenge',
      '--heap-growing-percent=100',
    ]
  : ['--max-semi-space-size=4', '--heap-growing-percent=30', '--expose-gc'];
const isTold = flags.every((flag) => process.execArgv.includes(flag));

// These are taken only as a process begins, so it begins anew in its own place: the same id, the same streams. One
// that talks to its parent cannot, nor can one on Windows; it holds more memory, and does the same.
if (!isTold && process.execve && !process.send) {
  const words = [...flags, ...process.execArgv, ...process.argv.slice(1)];
  try {
    // Threads share one arena of malloc. Blocks of a megabyte and more, such as whole pictures, lie outside of it, and go
    // back when they are freed.
    process.execve(process.execPath, [process.execPath, ...words], {
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '1048576',
      ...process.env,
    });
  } catch {
    // Not allowed here, as under Node's own permissions: likewise.
  }
}

// What is compiled is kept beside the code, for the next start: whoever can write there could as well write the code
// itself. Where nobody may, nothing is kept. The doctor writes nothing.
const { default: module } = await import('node:module');
if (!['doctor', 'inspect-store'].includes(process.argv[2] ?? '')) {
  module.enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/avatar-graphql`);
}

await import('./runtime/command-line.ts');
