import type { NamedFinding } from './check.ts';
import { formatCount, type Status } from './finding.ts';

const LABELS: Record<Status, string> = {
  ok: 'ok',
  warning: 'warning',
  failed: 'FAILED',
  skipped: 'skipped',
};

const STATUS_WIDTH = 9;
const NAME_WIDTH = 12;

/** Formats a finding for the terminal: one line, and a second one with the advice. */
export function formatFinding({ name, status, message, advice }: NamedFinding): string {
  const line = `${LABELS[status].padEnd(STATUS_WIDTH)}${name.padEnd(NAME_WIDTH)}${message}`;
  return advice ? `${line}\n${' '.repeat(STATUS_WIDTH + NAME_WIDTH)}${advice}` : line;
}

export function formatSummary(findings: readonly NamedFinding[]): string {
  const count = (status: Status) => findings.filter((each) => each.status === status).length;
  return `${count('ok')} ok, ${formatCount(count('warning'), 'warning')}, ${count('failed')} failed, ${count('skipped')} skipped`;
}

export const isHealthy = (findings: readonly NamedFinding[]): boolean =>
  findings.every(({ status }) => status !== 'failed');
