import type { Services } from './handlers.ts';

/** The one account of a store: it is made when it is first needed, and stays. */
export const accountId = ({ store, newId }: Pick<Services, 'store' | 'newId'>): Promise<string> =>
  store.setting('account-id', newId);
