#!/usr/bin/env node
// JavaScript, and without a static import, so that a Node too old for what follows can still say so in a sentence.
const major = Number(process.versions.node.split('.')[0]);

if (major < 24) {
  process.stderr.write(
    `avatar-graphql needs Node 24 or newer; this is ${process.version}. In a checkout, npm ci brings one for npm start.\n`,
  );
  process.exit(1);
}

await import('./main.ts');
