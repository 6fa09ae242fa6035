import { z } from 'zod';

/** The default account of API keys. It has the sample data. */
export const DEFAULT_ACCOUNT = 'default';

/** Reserved account of built-in records, which all accounts see. No account can have this name. */
export const BUILT_IN_ACCOUNT = '*';

/** The name of an account, which is also its id. An account begins with its first API key. */
export const AccountName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,62}$/,
    'must be 1 to 63 of a-z, 0-9, . _ -, and start with a letter or digit',
  );
