import { fastify } from 'fastify';
import { api } from './api.ts';

const app = fastify();

app.register(async (scope) => {
  // The API reads bodies itself. Routes outside this scope keep Fastify's parsers.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  scope.all('/graphql', (request, reply) => {
    reply.hijack();
    api(request.raw, reply.raw);
  });
});

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
