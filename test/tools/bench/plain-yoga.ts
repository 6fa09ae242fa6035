import { createServer } from 'node:http';
import { createYoga } from 'graphql-yoga';
import { schema } from '../../../src/graphql/schema.ts';
import { createContext } from './bare-graph.ts';
import { compiled } from './compiled-plugin.ts';

// What a team would write in an hour: the compiled graph served by Yoga as it comes, with none of our plugins.

const yoga = createYoga({
  schema,
  context: createContext,
  logging: false,
  plugins: [compiled],
});

createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
