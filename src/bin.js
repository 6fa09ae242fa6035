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

// Compiled code is cached next to the code, for the next start. Whoever can write there can also change the code itself. If
// the folder is not writable, nothing is cached. The doctor writes nothing.
if (process.argv[2] !== 'doctor') {
  module.enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/avatar-graphql`);
}

const { runCommandLine } = await import('./runtime/command-line.ts');
runCommandLine(process.argv.slice(2));
