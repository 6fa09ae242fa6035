/** Result of a check. `warning`: it works, but needs attention. `skipped`: there is nothing to check. */
export type Status = 'ok' | 'warning' | 'failed' | 'skipped';

/** What a check found. Messages contain no secrets. */
export interface Finding<Value = unknown> {
  readonly status: Status;
  /** One or more sentences. */
  readonly message: string;
  readonly advice?: string | undefined;
  /** Input for the checks that depend on this one. If undefined, they are skipped. */
  readonly value?: Value | undefined;
}

/** Creates the finding of a check that passed. */
export const ok = <Value>(message: string, value?: Value): Finding<Value> => ({
  status: 'ok',
  message,
  value,
});

/** Creates the finding of a check that passed, but with something to improve. */
export const warn = <Value>(message: string, advice: string, value?: Value): Finding<Value> => ({
  status: 'warning',
  message,
  advice,
  value,
});

/** Creates the finding of a check that failed. With a `value`, dependent checks still run. */
export const failed = <Value = never>(
  message: string,
  advice: string,
  value?: Value,
): Finding<Value> => ({ status: 'failed', message, advice, ...(value && { value }) });

/** Creates the finding of a check that does not apply. With a `value`, dependent checks still run. */
export const skipped = <Value = never>(message: string, value?: Value): Finding<Value> => ({
  status: 'skipped',
  message,
  value,
});

/** Makes one finding of several: of those with the worst status. */
export function combine(findings: readonly Finding[]): Finding {
  const [status = 'ok'] = (['failed', 'warning'] as const).filter((each) =>
    findings.some((finding) => finding.status === each),
  );
  const worst = findings.filter((finding) => finding.status === status);
  const join = (texts: readonly (string | undefined)[]) =>
    [...new Set(texts.filter((text) => text !== undefined))].join(' ');
  const advice = join(worst.map((finding) => finding.advice));
  return {
    status,
    message: join(worst.map(({ message }) => message)),
    ...(advice && { advice }),
  };
}

/** Returns a number with its noun: `1 key`, `2 keys`. */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
