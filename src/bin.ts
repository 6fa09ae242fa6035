#!/usr/bin/env node
// Nothing is imported before the version is known: on an older Node the imports themselves would fail, unreadably.
const major = Number(process.versions.node.split('.')[0]);

if (major < 24) {
  process.stderr.write(`avatar-graphql needs Node 24 or newer; this is ${process.version}.\n`);
  process.exit(1);
}

await import('./main.ts');

export {};
