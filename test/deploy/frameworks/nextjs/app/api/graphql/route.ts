import { api } from '../../../lib/api';

const handle = (request: Request) => api.fetch(request);

export { handle as GET, handle as POST };
