import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { api } from './api.ts';

const app = new Hono();
app.all('/graphql', (c) => api.fetch(c.req.raw));

/** Handles events of function URLs and HTTP APIs, in payload format 2.0. */
export const handler = handle(app);
