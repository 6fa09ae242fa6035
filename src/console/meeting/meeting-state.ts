/** Formats a value of an open set, such as `waiting_room`. Services may add values. */
export const formatValue = (value: string | null): string =>
  value?.replaceAll('_', ' ').toLowerCase() ?? 'unknown';

/** Returns the colour of a status; undefined for one that is neither good nor bad. */
export const getTone = (status: string | null): 'good' | 'bad' | undefined =>
  status === 'active' ? 'good' : status === 'failed' ? 'bad' : undefined;
