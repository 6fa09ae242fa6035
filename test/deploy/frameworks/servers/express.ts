import express from 'express';
import { api } from './api.ts';

const app = express();
// Before all that reads bodies. Not `app.use`, which removes the path from the URL.
app.all('/graphql', api);
app.use(express.json());

app.listen(Number(process.env.PORT), '127.0.0.1');
