import type { Plan } from '../contract/resource.ts';

interface PlanLimits {
  /** Maximum number of concurrent sessions of the account. */
  readonly sessions: number;
  /** Maximum length of a session, in seconds. A session token can ask for less. */
  readonly sessionSeconds: number;
}

/** Limits of each plan. @assumed The specification has no numbers; live services have similar ones. */
export const PLAN_LIMITS: Readonly<Record<Plan, PlanLimits>> = {
  free: { sessions: 1, sessionSeconds: 180 },
  pro: { sessions: 10, sessionSeconds: 1_800 },
  enterprise: { sessions: 50, sessionSeconds: 7_200 },
};
