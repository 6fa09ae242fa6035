import { readRequestId } from '../../shared/request-id.ts';

const requestIds = new WeakMap<Request, string>();

/** Returns a request's own valid x-request-id, or a new id, and always the same for one request. */
export function getRequestId(request: Request): string {
  const cached = requestIds.get(request);
  if (cached) return cached;
  const id = readRequestId(request.headers.get('x-request-id'));
  requestIds.set(request, id);
  return id;
}
