import { type Finding, failed, skipped } from './finding.ts';

export interface NamedFinding extends Finding {
  readonly name: string;
}

/** A check that has run, for the checks that depend on it. */
export interface Step<Value> {
  readonly value: Value | undefined;
  /** Why dependent checks are skipped, if there is no value. Undefined if they do not apply, either. */
  readonly obstacle: string | undefined;
}

/** A check: its name, its deadline in milliseconds, and its function. `signal` aborts at the deadline. */
export interface Check<Input, Value = unknown> {
  readonly name: string;
  readonly deadline: number;
  /** What to do if there is no result before the deadline. Default: run doctor again. */
  readonly lateAdvice?: string;
  run(input: Input, signal: AbortSignal): Promise<Finding<Value>>;
}

/** Runs checks one after the other and reports each finding. */
export class CheckRunner {
  readonly findings: NamedFinding[] = [];
  readonly #report: (finding: NamedFinding) => void;

  constructor(report: (finding: NamedFinding) => void) {
    this.#report = report;
  }

  /**
   * Runs a check with the value of the step that it depends on, or skips it if there is none. If the step did not
   * apply, the check has no finding, because the reason was reported already.
   */
  async run<Input, Value>(
    { value: input, obstacle }: Step<Input>,
    { name, deadline, lateAdvice = 'Run doctor again.', run }: Check<Input, Value>,
  ): Promise<Step<Value>> {
    if (input === undefined) {
      if (obstacle !== undefined) this.#add(name, skipped(obstacle));
      return { value: undefined, obstacle };
    }
    const finding = await withDeadline(deadline, lateAdvice, (signal) => run(input, signal));
    this.#add(name, finding);
    const isApplicable = finding.status !== 'skipped';
    return {
      value: finding.value,
      obstacle: isApplicable ? `The check "${name}" failed.` : undefined,
    };
  }

  #add(name: string, { value: _, ...finding }: Finding): void {
    const named = { name, ...finding };
    this.findings.push(named);
    this.#report(named);
  }
}

/** Ends a check at its deadline, whatever it waits for. */
function withDeadline<Value>(
  milliseconds: number,
  lateAdvice: string,
  work: (signal: AbortSignal) => Promise<Finding<Value>>,
): Promise<Finding<Value>> {
  const signal = AbortSignal.timeout(milliseconds);
  const { promise: late, resolve } = Promise.withResolvers<Finding<Value>>();
  // Before the listeners of `work`, whose errors say less.
  signal.addEventListener('abort', () =>
    resolve(failed(`No result within ${milliseconds / 1000} s.`, lateAdvice)),
  );
  return Promise.race([late, work(signal)]);
}
