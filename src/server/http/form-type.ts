/**
 * Whether a request has a form that may hold files, by its own word: forms have more time and room than other bodies.
 * A media type means the same in any case. RFC 9110, section 8.3.1.
 */
export const isForm = (
  method: string | undefined,
  contentType: string | null | undefined,
): boolean => method === 'POST' && /^\s*multipart\/form-data\s*(;|$)/i.test(contentType ?? '');
