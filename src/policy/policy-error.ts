/**
 * An invalid policy. The message is one sentence for the operator. In a file of its own, because the types of the library
 * load nothing else of the policy.
 */
export class PolicyError extends Error {
  override name = 'PolicyError' as const;
  /** A sentence for each problem. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join(' '), options);
    this.problems = problems;
  }
}
