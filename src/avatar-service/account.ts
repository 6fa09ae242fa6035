import type { Services } from './service-plugin.ts';

/** Returns the id of the account. A store has one account, which is created on first use. */
export const getAccountId = ({
  store,
  newId,
}: Pick<Services, 'store' | 'newId'>): Promise<string> => store.setting('account-id', newId);
