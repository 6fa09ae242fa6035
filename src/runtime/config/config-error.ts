/** An invalid setting. The message is one sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError' as const;
}
