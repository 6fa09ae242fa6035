#!/usr/bin/env node
// JavaScript without static imports, so that a Node.js version that is too old can print this message.
const major = Number(process.versions.node.split('.')[0]);

if (major < 24) {
  process.stderr.write(
    `avatar-graphql requires Node.js 24 or later; this is ${process.version}. With npx, run: npx -p node@26 -p avatar-graphql avatar-graphql. In a checkout, run: npm ci && npm start.\n`,
  );
  process.exit(1);
}

const { default: module } = await import('node:module');
const { default: fs } = await import('node:fs');
const { parseEnv } = await import('node:util');

/** Reads a variable of the .env file. It does not become one of the environment, because a reload reads the file again. */
function readEnvFile(name) {
  try {
    return parseEnv(fs.readFileSync('.env', 'utf8'))[name];
  } catch {
    // The configuration reports it.
    return undefined;
  }
}

// In front of a distant upstream, requests wait: 64 MB for young objects, so that few of them are promoted, and no helper
// threads for collection, which would compete for the process's core. With the built-in avatar service nothing waits, and
// uploads need the memory: 4 MB. What V8 also reads later, src/runtime/commands/start.ts sets. test/tools/bench/FINDINGS.md, "Memory".
const flags =
  (process.env.UPSTREAM_URL ?? readEnvFile('UPSTREAM_URL'))
    ? ['--max-semi-space-size=64', '--min-semi-space-size=64', '--no-parallel-scavenge']
    : ['--max-semi-space-size=4'];
const hasFlags = flags.every((flag) => process.execArgv.includes(flag));

// V8 reads these flags only at start, so the process replaces itself, with the same id and streams. A process with an IPC
// channel cannot, nor can one on Windows: it uses more memory and otherwise works the same.
if (!hasFlags && process.execve && !process.send) {
  const words = [...flags, ...process.execArgv, ...process.argv.slice(1)];
  try {
    // All threads share one malloc arena. Blocks of 1 MB or more, such as images, are mapped separately and returned to the
    // system when they are freed.
    process.execve(process.execPath, [process.execPath, ...words], {
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '1048576',
      ...process.env,
    });
  } catch {
    // Not allowed, for example by Node's permission model.
  }
}

// Compiled code is cached next to the code, for the next start. Whoever can write there can also change the code itself. If
// the folder is not writable, nothing is cached. The doctor writes nothing.
if (!['doctor', 'inspect-store'].includes(process.argv[2] ?? '')) {
  module.enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/avatar-graphql`);
}

const { runCommandLine } = await import('./runtime/command-line.ts');
runCommandLine(process.argv.slice(2));
