import { Counter, Gauge, type Registry } from 'prom-client';
import type { AuditedDecision } from './audit.ts';
import type { GaugeSources } from './metrics.ts';

/**
 * Creates the metrics of a policy. Roles and rules are named by its file, so that there are as many as it has.
 * @returns a function that records a decision, and one that counts lost lines of the audit.
 */
export function createPolicyMetrics(registry: Registry, sources: Pick<GaugeSources, 'getPolicy'>) {
  const registers = [registry];
  new Gauge({
    name: 'avatar_graphql_policy_info',
    help: 'Number of running processes by the version of their policy.',
    labelNames: ['version'],
    registers,
    collect() {
      this.reset();
      const policy = sources.getPolicy();
      if (!policy) return;
      this.set({ version: policy.version }, 1);
    },
  });
  const mints = new Counter({
    name: 'avatar_graphql_policy_mints_total',
    help: 'Session tokens and meeting invites created by callers of a policy, by role.',
    labelNames: ['role'],
    registers,
  });
  const minutes = new Counter({
    name: 'avatar_graphql_policy_reserved_minutes_total',
    help: 'Maximum lengths of their sessions in minutes, by role.',
    labelNames: ['role'],
    registers,
  });
  const refusals = new Counter({
    name: 'avatar_graphql_policy_refusals_total',
    help: 'What a policy refused, by role, rule and outcome: refused, absent (it does not exist for the caller) or limited.',
    labelNames: ['role', 'rule', 'outcome'],
    registers,
  });
  const lostLines = new Counter({
    name: 'avatar_graphql_audit_lines_lost_total',
    help: 'Lines of the audit that were lost because the reader of standard output is too slow or gone.',
    registers,
  });
  return {
    recordDecision: ({
      event,
      decision: { grant, decision, rule, mint, outcome },
    }: AuditedDecision) => {
      const role = grant.role?.name ?? 'none';
      if (event === 'refused') refusals.inc({ role, rule: rule ?? '', outcome: decision });
      if (event === 'mint' && outcome === 'OK') {
        mints.inc({ role });
        minutes.inc({ role }, (mint?.seconds ?? 0) / 60);
      }
    },
    countLostLines: (count: number) => lostLines.inc(count),
  };
}
