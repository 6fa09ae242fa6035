import { Counter, Gauge, type Registry } from 'prom-client';
import { createLogThrottle, type Log } from './log.ts';
import type { GaugeSources } from './metrics.ts';
import type { DecisionEnd } from './observe-decisions.ts';

/**
 * Creates the function that logs what a policy would refuse that only measures: each rule once a minute, with how often.
 * Metrics have all.
 */
function createMeasureLog(log: Log): (end: DecisionEnd) => void {
  const throttles = new Map<string, ReturnType<typeof createLogThrottle>>();
  return ({ event, decision, record }) => {
    const { rule = '', isMeasured, grant, subject } = decision;
    if (event !== 'denied' || !isMeasured) return;
    const throttle = throttles.get(rule) ?? createLogThrottle();
    throttles.set(rule, throttle);
    const count = throttle();
    if (count === undefined) return;
    const { requestId } = record ?? {};
    log.warn(
      { requestId, role: grant.role?.name, field: subject, rule, count },
      'the policy would refuse this, but its mode is measure',
    );
  };
}

/**
 * Creates the metrics of a policy. Roles and rules are named by its file, so that there are as many as it has.
 * @returns a function that records a decision, and one that counts lost lines of the audit.
 */
export function createPolicyMetrics(
  registry: Registry,
  log: Log,
  sources: Pick<GaugeSources, 'getPolicy'>,
) {
  const registers = [registry];
  new Gauge({
    name: 'avatar_graphql_policy_info',
    help: 'Number of running processes by the version of their policy, and its mode: enforce or measure.',
    labelNames: ['version', 'mode'],
    registers,
    collect() {
      this.reset();
      const policy = sources.getPolicy();
      if (!policy) return;
      this.set({ version: policy.version, mode: policy.isMeasured ? 'measure' : 'enforce' }, 1);
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
    help: 'What a policy refused, by role, rule and outcome: refused, absent (it does not exist for the caller) or limited. If it only measures, what it would have.',
    labelNames: ['role', 'rule', 'outcome'],
    registers,
  });
  const lostLines = new Counter({
    name: 'avatar_graphql_audit_lines_lost_total',
    help: 'Lines of the audit that were lost because the reader of standard output is too slow or gone.',
    registers,
  });
  const logMeasured = createMeasureLog(log);
  return {
    recordDecision: (end: DecisionEnd) => {
      const { event, decision, outcome } = end;
      const role = decision.grant.role?.name ?? 'none';
      if (event === 'denied')
        refusals.inc({ role, rule: decision.rule ?? '', outcome: decision.outcome });
      if (event === 'mint' && outcome === 'OK') {
        mints.inc({ role });
        minutes.inc({ role }, (decision.seconds ?? 0) / 60);
      }
      logMeasured(end);
    },
    countLostLines: (count: number) => lostLines.inc(count),
  };
}
