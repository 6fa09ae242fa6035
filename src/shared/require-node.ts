/** Minimum major version of Node.js, as in package.json. */
const MIN_MAJOR = 24;

const { node } = process.versions;
if (Number(node.split('.')[0]) < MIN_MAJOR)
  throw new Error(`avatar-graphql requires Node.js ${MIN_MAJOR} or later; this is v${node}.`);
