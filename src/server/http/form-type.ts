/**
 * Whether a request declares a multipart form. Forms have a longer timeout and a higher size limit than other bodies.
 * Media types are case-insensitive. RFC 9110, section 8.3.1.
 */
export const isForm = (
  method: string | undefined,
  contentType: string | null | undefined,
): boolean => method === 'POST' && /^\s*multipart\/form-data\s*(;|$)/i.test(contentType ?? '');
