import { z } from 'zod';

const Result = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  isBase64Encoded: z.boolean(),
});

/** Invokes a handler as a function URL of AWS Lambda does, with the event of a request, in payload format 2.0. */
export async function invokeLambda(
  handler: (event: object, context: object) => Promise<unknown>,
  path: string,
  init?: RequestInit,
): Promise<Response> {
  const domainName = 'abcdefghij.lambda-url.eu-north-1.on.aws';
  const request = new Request(`https://${domainName}${path}`, init);
  const { pathname, search } = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  const isText = request.headers.get('content-type') === 'application/json';
  const event = {
    version: '2.0',
    routeKey: '$default',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: { ...Object.fromEntries(request.headers), host: domainName },
    requestContext: {
      accountId: 'anonymous',
      apiId: 'abcdefghij',
      domainName,
      domainPrefix: 'abcdefghij',
      http: {
        method: request.method,
        path: pathname,
        protocol: 'HTTP/1.1',
        sourceIp: '192.0.2.1',
        userAgent: 'node',
      },
      requestId: 'e1506fd5-9e7b-434f-bd42-4f8fa224b599',
      routeKey: '$default',
      stage: '$default',
      time: '24/Nov/2026:02:00:00 +0000',
      timeEpoch: 1_795_485_600_000,
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
  const context = { awsRequestId: event.requestContext.requestId, functionName: 'avatars' };
  const result = Result.parse(await handler(event, context));
  const { statusCode: status, headers } = result;
  return new Response(Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8'), {
    status,
    headers,
  });
}
