import { z } from 'zod';
import { LightResponse } from '../fetch-api/light-response.ts';

/** The body of a response of the graph that has no data. */
const GraphErrors = z.object({
  errors: z.tuple([z.object({ message: z.string(), extensions: z.unknown() })], z.unknown()),
});

/** Codes of JSON-RPC 2.0, section 5.1: for a request that is not valid, for a fault, and for any other error. */
function getRpcCode(status: number): number {
  if (status === 400) return -32_600;
  return status === 500 ? -32_603 : -32_000;
}

function toRpcBody(status: number, body: unknown): unknown {
  const { data } = GraphErrors.safeParse(body);
  if (!data) return body;
  const [{ message, extensions }] = data.errors;
  return {
    jsonrpc: '2.0',
    id: null,
    error: { code: getRpcCode(status), message, data: extensions },
  };
}

/**
 * Converts a failed response of the graph to JSON-RPC, with the extensions of the error as its `data`. Other responses
 * stay as they are.
 */
export async function toRpcResponse(response: Response): Promise<Response> {
  const { status, headers } = response;
  // Plugins may respond with anything.
  if (!/^application\/(\S+\+)?json\b/i.test(headers.get('content-type') ?? '')) return response;
  const body = toRpcBody(status, await response.json());
  return new LightResponse(JSON.stringify(body), { status, headers });
}
