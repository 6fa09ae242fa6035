#!/usr/bin/env node
// JavaScript, and without a static import, so that a Node too old for what follows can still say so in a sentence.
const major = Number(process.versions.node.split('.')[0]);

if (major < 24) {
  process.stderr.write(
    `avatar-graphql needs Node 24 or newer; this is ${process.version}. With npx, one comes along: npx -p node@26 -p <package> avatar-graphql, where <package> is what you gave npx. In a checkout, npm ci brings one for npm start.\n`,
  );
  process.exit(1);
}

// Young objects get up to 64 MB, so that few of the requests that wait for a service far away live to be old. They are
// collected without helper threads, which on the one core of a process wait for each other. Old objects take half more than
// is alive, not four times as much, and threads share one arena of malloc: test/bench/FINDINGS.md, "Memory".
// Blocks of a megabyte and more, such as whole pictures, always lie outside of it, and go back when they are freed.
const flags = ['--max-semi-space-size=64', '--no-parallel-scavenge', '--heap-growing-percent=50'];
const isTold = flags.every((flag) => process.execArgv.includes(flag));

// These are taken only as a process begins, so it begins anew in its own place: the same id, the same streams. One
// that talks to its parent cannot, nor can one on Windows; it holds more memory, and does the same.
if (!isTold && process.execve && !process.send) {
  const words = [...flags, ...process.execArgv, ...process.argv.slice(1)];
  try {
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
// itself. Where nobody may, nothing is kept.
const { default: module } = await import('node:module');
module.enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/avatar-graphql`);

await import('./main.ts');
