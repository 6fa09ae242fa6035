/** Ids that are no text of a client. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Ids of other forms. */
const NAME = /^[\w.:-]{1,128}$/;

/**
 * Whether the id of a record may be written to a log. Clients can send any text as one, such as a key that is in the wrong
 * place; the upstream knows those of calls that succeed.
 */
export const isLoggable = (id: string, hasSucceeded: boolean): boolean =>
  (hasSucceeded ? NAME : UUID).test(id);
