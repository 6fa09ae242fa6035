/**
 * What the sources use of node:http. Not by imports of it, which read all that it exports, and so load the whole
 * implementation of `fetch` that is built into Node.js: 40 ms and 15 MB of a start.
 */
export const { createServer, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http');
