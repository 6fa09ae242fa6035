import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLError,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { z } from 'zod';
import {
  type Fragments,
  getFragment,
  getFragments,
  listSelectedFields,
} from '../../shared/selected-fields.ts';
import { setting } from '../../shared/settings/setting.ts';
import { integer } from '../../shared/settings/setting-types.ts';
import { createClientError } from '../client-errors.ts';
import {
  type CoerceVariables,
  createVariableCoercion,
  toVariableValues,
} from '../executor/coerce-variables.ts';

/** Limits of one operation besides its cost: several times what hand-written operations need. */
export const DOCUMENT_LIMITS = {
  /** In characters. */
  length: 50_000,
  /** In tokens, without comments. */
  tokens: 2_000,
  /** Of the executed operation, with fragments expanded. */
  aliases: 100,
  directives: 50,
  /** Nesting of fields. graphql-js limits introspection by itself. */
  depth: 12,
};

export const costSettings = z.object({
  /** Query cost: each field with its upstream calls, times the lengths of the lists around it. */
  cost: setting('MAX_OPERATION_COST', integer(1, 10_000_000).default(10_000), {
    description:
      'Maximum cost of an operation, and of its upstream calls. Each field costs 1, or 1 for each call that it can make, times the lengths of the lists around it.',
  }),
});

export type DocumentLimits = Readonly<typeof DOCUMENT_LIMITS> & z.output<typeof costSettings>;

/** How the cost is calculated, for those whose operation exceeds it. */
const COST_RULE =
  'Each field counts once, or once for each upstream call that it can make, times the lengths of the lists around it. MAX_OPERATION_COST sets the maximum.';

/** Creates the error for a document or an operation that exceeds a limit. */
export const createLimitError = (message: string, nodes?: ASTNode): GraphQLError =>
  createClientError('OPERATION_TOO_LARGE', message, { nodes });

type Variables = Record<string, unknown>;

/** What a field costs by itself, which is the number of its upstream calls, and how often the fields below it count. */
interface OwnCost {
  readonly field: number;
  readonly multiplier: number;
}

/** The cost of a field, a selection set or an operation, with fragments expanded. */
interface Cost {
  /** Each field with its upstream calls, times the lengths of the lists around it. */
  readonly total: number;
  /** Upstream calls of the field itself, or of the outermost fields: at least one for each. */
  readonly calls: number;
  readonly aliases: number;
  /** Nesting of fields, without introspection. */
  readonly depth: number;
  /** Whether it is the same with all variables. */
  readonly isFixed: boolean;
}

const NOTHING: Cost = { total: 0, calls: 0, aliases: 0, depth: 0, isFixed: true };

const addCosts = (a: Cost, b: Cost): Cost => ({
  total: a.total + b.total,
  calls: a.calls + b.calls,
  aliases: a.aliases + b.aliases,
  depth: Math.max(a.depth, b.depth),
  isFixed: a.isFixed && b.isFixed,
});

/** By node, each of which has one type in a valid document. */
type Costs = Map<FieldNode | SelectionSetNode, Cost>;

/** One calculation of costs. */
interface Calculation {
  readonly variables: Variables;
  readonly costs: Costs;
}

/** Reads what a field of the schema declares: a number, or the parts that differ from 1. */
const toOwnCost = (declared: unknown): OwnCost =>
  typeof declared === 'number'
    ? { field: declared, multiplier: 1 }
    : { field: 1, multiplier: 1, ...Object(declared) };

/** The cost of one operation of a valid document. */
export class OperationCost {
  readonly schema: GraphQLSchema;
  /** Whether it may use cached reads. */
  readonly isQuery: boolean;
  /** Names of the root fields, once for each response name. Includes fields that @skip or @include may remove. */
  readonly rootFields: readonly string[];
  readonly #fragments: Fragments;
  readonly #root: GraphQLCompositeType | undefined;
  readonly #selectionSet: SelectionSetNode;
  readonly #rootNodes: readonly FieldNode[];
  readonly #coerceVariables: CoerceVariables;
  readonly #fixedCosts: Costs = new Map();

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    { operation, selectionSet, variableDefinitions }: OperationDefinitionNode,
  ) {
    this.schema = schema;
    this.isQuery = operation === 'query';
    this.#fragments = getFragments(document);
    this.#root = schema.getRootType(operation) ?? undefined;
    this.#selectionSet = selectionSet;
    const byResponseName = new Map(
      listSelectedFields(selectionSet, this.#fragments, new Set()).map((field) => [
        (field.alias ?? field.name).value,
        field,
      ]),
    );
    this.#rootNodes = [...byResponseName.values()];
    this.rootFields = this.#rootNodes.map(({ name }) => name.value);
    this.#coerceVariables = createVariableCoercion(schema, variableDefinitions);
  }

  /**
   * Returns the cost with the variables of a request; undefined if these are invalid.
   * @throws GraphQLError for an invalid argument.
   */
  calculate(inputs: Variables): Cost | undefined {
    const variables = this.#coerceVariables(inputs);
    const root = this.#root;
    if (!variables || !root) return undefined;
    const calculation = { variables: toVariableValues(variables), costs: new Map() };
    let calls = 0;
    for (const field of this.#rootNodes) calls += this.#getCost(field, root, calculation).calls;
    return { ...this.#getCost(this.#selectionSet, root, calculation), calls };
  }

  /** Returns the cost of a node, which is calculated once, however often its fragment is spread. */
  #getCost(
    node: FieldNode | SelectionSetNode,
    type: GraphQLCompositeType,
    calculation: Calculation,
  ): Cost {
    const known = this.#fixedCosts.get(node) ?? calculation.costs.get(node);
    if (known) return known;
    const cost =
      node.kind === Kind.FIELD
        ? this.#getFieldCost(node, type, calculation)
        : node.selections
            .map((selection) => this.#getSelectionCost(selection, type, calculation))
            .reduce(addCosts, NOTHING);
    (cost.isFixed ? this.#fixedCosts : calculation.costs).set(node, cost);
    return cost;
  }

  #getSelectionCost(node: SelectionNode, type: GraphQLCompositeType, calculation: Calculation) {
    if (node.kind === Kind.FIELD) return this.#getCost(node, type, calculation);
    const fragment = getFragment(node, this.#fragments);
    const name = fragment?.typeCondition?.name.value;
    const fragmentType = name === undefined ? type : this.schema.getType(name);
    return fragment && isCompositeType(fragmentType)
      ? this.#getCost(fragment.selectionSet, fragmentType, calculation)
      : NOTHING;
  }

  #getFieldCost(node: FieldNode, type: GraphQLCompositeType, calculation: Calculation): Cost {
    // Rules limit introspection: the fields of the graph are fixed, and few read them.
    if (node.name.value === SchemaMetaFieldDef.name || node.name.value === TypeMetaFieldDef.name)
      return { total: 1, calls: 1, aliases: node.alias ? 1 : 0, depth: 1, isFixed: true };
    const definition = 'getFields' in type ? type.getFields()[node.name.value] : undefined;
    const fieldType = getNamedType(definition?.type);
    const below =
      node.selectionSet && isCompositeType(fieldType)
        ? this.#getCost(node.selectionSet, fieldType, calculation)
        : NOTHING;
    const declared: unknown = definition?.extensions.complexity;
    const { field, multiplier } = toOwnCost(
      definition && typeof declared === 'function'
        ? declared(getArgumentValues(definition, node, calculation.variables))
        : declared,
    );
    return {
      total: field + multiplier * below.total,
      calls: field,
      aliases: below.aliases + (node.alias ? 1 : 0),
      depth: below.depth + 1,
      isFixed: below.isFixed && typeof declared !== 'function',
    };
  }
}

/** Fields that an operation can have once, because each creates a token for another visitor. */
const ONCE = ['createGuestToken'];

/** A count beyond this number is not printed, because fragments can double it again and again. */
const MAX_PRINTED = 1_000_000;

const printCount = (count: number) =>
  count > MAX_PRINTED ? `more than ${MAX_PRINTED}` : String(count);

/**
 * Rejects an operation that exceeds a limit with these variables. Returns its upstream calls: those of its root fields,
 * each of which counts as one if a variable is invalid.
 * @throws GraphQLError for the first such limit, or for an invalid argument.
 */
export function checkOperation(
  operation: OperationCost,
  variables: Record<string, unknown>,
  limits: DocumentLimits,
): number {
  const { rootFields } = operation;
  const cost = operation.calculate(variables);
  // The executor reports the variables.
  if (!cost) return rootFields.length;
  const { depth, aliases, total, calls } = cost;
  if (depth > limits.depth) {
    const message = `The operation has a depth of ${depth}. The maximum depth is ${limits.depth}.`;
    throw createLimitError(message);
  }
  if (aliases > limits.aliases) {
    const message = `The operation has ${printCount(aliases)} aliases, with fragments expanded. The maximum is ${limits.aliases}.`;
    throw createLimitError(message);
  }
  const repeated = ONCE.find((name) => rootFields.filter((each) => each === name).length > 1);
  if (repeated !== undefined)
    throw createLimitError(`An operation can have ${repeated} only once.`);
  if (total > limits.cost) {
    const message = `The operation has a cost of ${printCount(total)}. The maximum cost is ${limits.cost}. ${COST_RULE}`;
    throw createLimitError(message);
  }
  return calls;
}
