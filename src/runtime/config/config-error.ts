/** A setting that is there but wrong; its message is one sentence for a person at a terminal. */
export class ConfigError extends Error {
  override name = 'ConfigError' as const;
}
