import { getArgumentValues } from 'graphql';
import { createLimitError, type DocumentLimits } from './operation-limits.ts';
import { type FieldPlan, isIntrospection, type Plan, type TypePlan } from './plan.ts';

/** How the cost is calculated, for those whose operation exceeds it. */
const COST_RULE =
  'Each field counts once, or once for each upstream call that it can make, times the lengths of the lists around it. MAX_OPERATION_COST sets the maximum.';

type Variables = Record<string, unknown>;

/** What a field costs by itself, which is the number of its upstream calls, and how often the fields below it count. */
interface OwnCost {
  readonly field: number;
  readonly multiplier: number;
}

const DEFAULT_COST: OwnCost = { field: 1, multiplier: 1 };

/** Returns what a field of the schema declares for its arguments: a number, or the parts that differ from 1. */
function getOwnCost({ fieldDef, fieldNodes: [node] }: FieldPlan, variables: Variables): OwnCost {
  if (isIntrospection(fieldDef.name)) return { field: 1, multiplier: 0 };
  const { complexity }: { complexity?: unknown } = fieldDef.extensions;
  if (complexity === undefined) return DEFAULT_COST;
  const declared =
    node && typeof complexity === 'function'
      ? complexity(getArgumentValues(fieldDef, node, variables))
      : complexity;
  return { ...DEFAULT_COST, ...(typeof declared === 'number' ? { field: declared } : declared) };
}

function getTypeCost({ item, fields, union }: TypePlan, variables: Variables): number {
  if (item) return getTypeCost(item, variables);
  if (fields) return getCost(fields, variables).total;
  const members = [...(union?.members.values() ?? [])];
  return Math.max(0, ...members.map((member) => getCost(member, variables).total));
}

/** Returns the cost of fields, and their own upstream calls, at least one for each. */
function getCost(fields: readonly FieldPlan[], variables: Variables) {
  let total = 0;
  let calls = 0;
  for (const plan of fields) {
    const { field, multiplier } = getOwnCost(plan, variables);
    calls += field;
    total += field + multiplier * getTypeCost(plan.type, variables);
  }
  return { total, calls };
}

/**
 * Rejects an operation whose cost exceeds the limit with these variables. Returns the upstream calls of its root fields.
 * @throws GraphQLError beyond the limit, or for an invalid argument.
 */
export function checkCost(
  { fields }: Plan,
  variables: Variables,
  { cost }: DocumentLimits,
): number {
  const { total, calls } = getCost(fields, variables);
  if (total > cost) {
    const message = `The operation has a cost of ${total}. The maximum cost is ${cost}. ${COST_RULE}`;
    throw createLimitError(message);
  }
  return calls;
}
