import { createServer } from 'node:http';
import { createYoga } from 'graphql-yoga';
import { schema } from '../../../src/graphql/schema.ts';
import { callBare, compiled, createContexts } from './bare-graph.ts';

// The compiled graph served by Yoga: as it comes, which a team writes in an hour, or with what a careful team adds
// (PROTECTED).

const { call, plugins } = process.env.PROTECTED
  ? await import('./protections.ts')
  : { call: callBare, plugins: [] };

const yoga = createYoga({
  schema,
  context: createContexts(call),
  logging: false,
  plugins: [...plugins, compiled],
});

createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
