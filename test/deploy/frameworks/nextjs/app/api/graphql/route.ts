import { api } from '../../../lib/api';

export const GET = api.fetch;
export const POST = api.fetch;
