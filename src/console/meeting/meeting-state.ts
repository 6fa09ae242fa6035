/** Returns the color of a status; undefined for one that is neither good nor bad. */
export const getTone = (status: string | null): 'good' | 'bad' | undefined =>
  status === 'active' ? 'good' : status === 'failed' ? 'bad' : undefined;
