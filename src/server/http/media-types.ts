import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isForm } from './form-type.ts';

const JSON_TYPE = 'application/json';

/** A media type and its parameters, in lower case and without quotes: neither carries meaning here. */
const parts = (type: string) =>
  type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim().replaceAll('"', ''));

/** Whether a body is JSON in an encoding that is read. */
function isJson(type: string): boolean {
  const [media, ...parameters] = parts(type);
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return (
    media === JSON_TYPE && (charset === undefined || /^charset=(utf-?8|us-ascii)$/.test(charset))
  );
}

const unsupported = (message: string, headers: Record<string, string>) =>
  new GraphQLError(message, {
    extensions: { code: 'UNSUPPORTED_MEDIA_TYPE', http: { status: 415, headers } },
  });

/**
 * Takes the bodies that GraphQL over HTTP and GraphQL multipart requests know, and no others: JSON and forms, neither
 * compressed. A media type means the same in any case.
 */
export function useMediaTypes(): Plugin {
  return {
    onRequest({ request: { method, headers } }) {
      // Yoga compares as it was sent.
      const type = headers.get('content-type');
      if (method !== 'POST' || type === null || type === JSON_TYPE) return;
      if (isJson(type)) headers.set('content-type', JSON_TYPE);
    },
    onRequestParse({ request }) {
      if (request.method !== 'POST') return;
      const { headers } = request;
      const coding = headers.get('content-encoding');
      if (coding !== null && coding.trim().toLowerCase() !== 'identity') {
        throw unsupported(
          'Compressed requests are not supported. Send the request without Content-Encoding.',
          {
            'accept-encoding': 'identity',
          },
        );
      }
      const contentType = headers.get('content-type');
      if (contentType === JSON_TYPE || isForm(request.method, contentType)) return;
      throw unsupported(
        'The content type must be application/json in UTF-8 or multipart/form-data.',
        {
          'accept-post': 'application/json, multipart/form-data',
        },
      );
    },
  };
}
