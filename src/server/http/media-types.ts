import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isForm } from './form-type.ts';

const JSON_TYPE = 'application/json';

/** Splits a content type into the media type and its parameters, in lower case and without quotes. */
const splitContentType = (type: string) =>
  type
    .toLowerCase()
    .split(';')
    .map((part) => part.trim().replaceAll('"', ''));

/** Whether a content type is JSON in a supported charset. */
function isJson(type: string): boolean {
  const [mediaType, ...parameters] = splitContentType(type);
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  return (
    mediaType === JSON_TYPE &&
    (charset === undefined || /^charset=(utf-?8|us-ascii)$/.test(charset))
  );
}

/** Creates the error for a content type or a content encoding that is not supported (415). */
export const createUnsupportedError = (
  message: string,
  headers: Record<string, string>,
): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code: 'UNSUPPORTED_MEDIA_TYPE', http: { status: 415, headers } },
  });

/**
 * Accepts only the bodies of GraphQL over HTTP and of GraphQL multipart requests: JSON and forms, not compressed. Media
 * types are case-insensitive.
 */
export function useMediaTypes(): Plugin {
  return {
    onRequest({ request: { method, headers } }) {
      // Yoga's comparison is case-sensitive.
      const type = headers.get('content-type');
      if (method !== 'POST' || type === null || type === JSON_TYPE) return;
      if (isJson(type)) headers.set('content-type', JSON_TYPE);
    },
    onRequestParse({ request }) {
      if (request.method !== 'POST') return;
      const { headers } = request;
      const coding = headers.get('content-encoding');
      if (coding !== null && coding.trim().toLowerCase() !== 'identity') {
        throw createUnsupportedError(
          'Compressed requests are not supported. Send the request without Content-Encoding.',
          {
            'accept-encoding': 'identity',
          },
        );
      }
      const contentType = headers.get('content-type');
      if (contentType === JSON_TYPE || isForm(request.method, contentType)) return;
      throw createUnsupportedError(
        'The content type must be application/json in UTF-8 or multipart/form-data.',
        {
          'accept-post': 'application/json, multipart/form-data',
        },
      );
    },
  };
}
