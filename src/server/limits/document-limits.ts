import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  parse,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** How much one operation may ask for. */
export interface DocumentLimits {
  /** Characters of the document. */
  readonly length: number;
  /** Tokens of the document, comments left out. */
  readonly tokens: number;
  readonly aliases: number;
  readonly directives: number;
  /** Fields below each other. Introspection has a limit of its own, in graphql-js. */
  readonly depth: number;
  /** Fields in all, each counted as often as the lists around it are long. */
  readonly cost: number;
}

/** Room for every operation that people write, several times over. */
export const DOCUMENT_LIMITS: DocumentLimits = {
  length: 50_000,
  tokens: 2_000,
  aliases: 100,
  directives: 50,
  depth: 12,
  cost: 10_000,
};

const refused = (message: string, node?: DocumentNode) =>
  new GraphQLError(message, {
    nodes: node ?? null,
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400, spec: true } },
  });

/** Counts what a document has of aliases and of directives, wherever they stand. */
const counted =
  (limits: DocumentLimits): ValidationRule =>
  (context) => {
    const seen = { aliases: 0, directives: 0 };
    const count = (what: keyof typeof seen) => {
      seen[what] += 1;
      if (seen[what] === limits[what] + 1) {
        context.reportError(refused(`The document has more than ${limits[what]} ${what}.`));
      }
    };
    return {
      Field: ({ alias }) => {
        if (alias) count('aliases');
      },
      Directive: () => count('directives'),
    };
  };

/** The one operation of a document that is to be run, with the fragments: the others cost nothing. */
function only(document: DocumentNode, operationName: string | null | undefined) {
  const operation = getOperationAST(document, operationName);
  if (!operation) return undefined;
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  return { ...document, definitions: [operation, ...fragments] };
}

type Variables = Readonly<Record<string, unknown>>;

/** Measures of one document that are remembered, at most: one for each way in which its variables ask for lists. */
const MAX_MEASURES = 64;

/** What of variables a cost depends on: numbers, and how long lists are. */
function lengthsOf(variables: Variables): string {
  let lengths = '';
  for (const [name, value] of Object.entries(variables)) {
    if (typeof value === 'number') lengths += `${name}=${value};`;
    else if (Array.isArray(value)) lengths += `${name}#${value.length};`;
  }
  return lengths;
}

/** Depth and cost of operations; undefined for one that cannot be run anyhow, which the executor says better. */
function createMeasure() {
  const known = new WeakMap<DocumentNode, Map<string, ReturnType<typeof complexityFromQuery>>>();
  return (
    schema: GraphQLSchema,
    document: DocumentNode,
    operationName: string | null | undefined,
    variables: Variables,
  ) => {
    const measures = known.get(document) ?? new Map();
    known.set(document, measures);
    const key = `${operationName ?? ''};${lengthsOf(variables)}`;
    const remembered = measures.get(key);
    if (remembered) return remembered;
    const operation = only(document, operationName);
    if (!operation) return undefined;
    try {
      const measured = complexityFromQuery(operation, { schema, variables });
      if (measures.size >= MAX_MEASURES) measures.clear();
      measures.set(key, measured);
      return measured;
    } catch {
      return undefined;
    }
  };
}

/** Holds documents to limits before anything of them is done. */
export function useDocumentLimits(limits: DocumentLimits): Plugin {
  const rule = counted(limits);
  const measure = createMeasure();
  return {
    onParams({ params }) {
      if (typeof params.query === 'string' && params.query.length > limits.length) {
        throw refused(`The document is longer than ${limits.length} characters.`);
      }
    },
    onParse({ setParseFn }) {
      setParseFn((source, options) => parse(source, { ...options, maxTokens: limits.tokens }));
    },
    onValidate({ addValidationRule }) {
      addValidationRule(rule);
    },
    onExecute({ args, setResultAndStopExecution }) {
      const { schema, document, operationName, variableValues } = args;
      const measured = measure(schema, document, operationName, variableValues ?? {});
      if (!measured) return;
      const { depth, complexity: cost } = measured;
      if (depth > limits.depth) {
        const message = `The operation is ${depth} fields deep, and may be ${limits.depth}.`;
        setResultAndStopExecution({ errors: [refused(message)] });
      } else if (cost > limits.cost) {
        const message = `The operation may cost ${limits.cost}, and costs ${cost}: each field counts as often as the lists around it are long.`;
        setResultAndStopExecution({ errors: [refused(message)] });
      }
    },
  };
}
