import { createRequire } from 'node:module';
import { schema } from '../../../../src/graphql/schema.ts';
import { createContext } from '../bare-graph.ts';

// The graph served by Fastify and Mercurius with its JIT, from where peers.ts installed them, with none of our plugins.

const require = createRequire(new URL('../.peers/mercurius/index.js', import.meta.url));
const app = require('fastify')();
app.register(require('mercurius'), { schema, jit: 1, context: createContext });
app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
