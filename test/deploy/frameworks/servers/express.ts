import express from 'express';
import { api } from './api.ts';

const app = express();
// Register it before any body parser. Do not use `app.use`, which removes the path from the URL.
app.all('/graphql', api);
app.use(express.json());

app.listen(Number(process.env.PORT), '127.0.0.1');
