/** An invalid setting. The message is one sentence for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError' as const;
  /** A sentence for each problem that was found. */
  readonly problems: readonly string[];

  constructor(
    message: string,
    {
      problems = [message],
      ...options
    }: ErrorOptions & { readonly problems?: readonly string[] } = {},
  ) {
    super(message, options);
    this.problems = problems;
  }
}
