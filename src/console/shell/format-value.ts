/** Formats a value of an enum or of an open set, such as `SERVER_RAG` or `waiting_room`. Services may add values. */
export const formatValue = (value: string | null): string =>
  value?.replaceAll('_', ' ').toLowerCase() ?? 'unknown';
