import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { api } from './api.ts';

const app = new Hono();
app.all('/graphql', (c) => api.fetch(c.req.raw));

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.PORT) });
