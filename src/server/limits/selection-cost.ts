/** Arguments or variables by name. */
export type Values = Record<string, unknown>;

/** What a field costs by itself, which is the number of its upstream calls, and how often the fields below it count. */
export interface FieldCost {
  readonly field: number;
  readonly multiplier: number;
}

/** A field whose cost depends on variables. */
export interface VariableField {
  /** @throws GraphQLError for an invalid argument. */
  readonly getCost: (variables: Values) => FieldCost;
  readonly below: SelectionCost;
}

/** The cost of a part of an operation: a constant, and the fields that depend on variables, each with its factor. */
export interface SelectionCost {
  constant: number;
  readonly variable: Map<VariableField, number>;
  /** With fragments expanded. */
  aliases: number;
  depth: number;
}

/** Creates the cost of a part without fields. */
export const createCost = (constant = 0): SelectionCost => ({
  constant,
  variable: new Map(),
  aliases: 0,
  depth: 0,
});

/** Adds the cost of a part that occurs `factor` times. */
export function addCost(sum: SelectionCost, part: SelectionCost, factor = 1): void {
  sum.constant += part.constant * factor;
  for (const [field, count] of part.variable) {
    sum.variable.set(field, (sum.variable.get(field) ?? 0) + count * factor);
  }
  sum.aliases += part.aliases;
  sum.depth = Math.max(sum.depth, part.depth);
}

/** Calculates a cost, given coerced variables. @throws GraphQLError for an invalid argument. */
export function evaluate({ constant, variable }: SelectionCost, variables: Values): number {
  let cost = constant;
  for (const [{ getCost, below }, factor] of variable) {
    const { field, multiplier } = getCost(variables);
    cost += factor * (field + multiplier * evaluate(below, variables));
  }
  return cost;
}

/** Adds the cost of a field and of the fields `below` it. */
export function addField(
  sum: SelectionCost,
  { field, multiplier }: FieldCost,
  below: SelectionCost,
): void {
  addCost(sum, below, multiplier);
  sum.constant += field;
}

/** Reads what a field of the schema declares: a number, or the parts that differ from 1. */
export const toFieldCost = (declared: unknown): FieldCost =>
  typeof declared === 'number'
    ? { field: declared, multiplier: 1 }
    : { field: 1, multiplier: 1, ...Object(declared) };
