import { z } from 'zod';

/** The account of API keys that name no other, and of the sample data. */
export const DEFAULT_ACCOUNT = 'default';

/** Stands for the account of built-in records, which all accounts see. No account can have this name. */
export const BUILT_IN_ACCOUNT = '*';

/** The name of an account is also its id. It begins with its first API key. */
export const AccountName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,62}$/,
    'must be 1 to 63 of a-z, 0-9, . _ -, and start with a letter or digit',
  );
