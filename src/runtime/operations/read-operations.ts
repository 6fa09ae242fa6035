import { glob, readFile, stat } from 'node:fs/promises';
import {
  concatAST,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoUnusedFragmentsRule,
  parse,
  Source,
  specifiedRules,
  type ValidationRule,
  validate,
} from 'graphql';
import { ConfigError } from '../config/config-error.ts';
import { parseManifestText } from './manifest.ts';
import { listOperations, type Operation } from './operations.ts';

/** An operation needs a name and a type that the schema has. */
const OperationsRule: ValidationRule = (context) => ({
  OperationDefinition(node) {
    const reportError = (message: string) =>
      context.reportError(new GraphQLError(message, { nodes: node }));
    if (!node.name) reportError('The operation has no name.');
    if (!context.getSchema().getRootType(node.operation))
      reportError(`The schema has no ${node.operation}s.`);
  },
});

/** A file may have fragments for other files. */
const RULES = [...specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule), OperationsRule];

const formatError = ({ source, locations, message }: GraphQLError) =>
  `${source?.name}:${locations?.[0]?.line}:${locations?.[0]?.column} ${message}`;

/** @throws ConfigError with all errors if there are any. */
function assertNoErrors(errors: readonly GraphQLError[]): void {
  if (errors.length === 0) return;
  const problems = errors.map(formatError);
  throw new ConfigError(problems.join('\n'), { problems });
}

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** A path is tried before a pattern, since its brackets may be part of a name. */
async function findFiles(pattern: string): Promise<string[]> {
  if (await isFile(pattern)) return [pattern];
  const files: string[] = [];
  for await (const path of glob(pattern)) if (await isFile(path)) files.push(path);
  if (files.length === 0) throw new ConfigError(`No file matches ${pattern}.`);
  return files.sort();
}

function parseDocument(text: string, name: string): DocumentNode {
  try {
    return parse(new Source(text, name));
  } catch (error) {
    if (error instanceof GraphQLError) assertNoErrors([error]);
    throw error;
  }
}

/** Returns the operations of a manifest with their own ids, and their documents. */
function readManifest(text: string, file: string) {
  return [...parseManifestText(text, file)].map(([id, body]) => {
    const document = parseDocument(body, `${file} (${id})`);
    const [operation] = listOperations(document);
    if (!operation) throw new ConfigError(`${file} (${id}) has no operation.`);
    return { document, operation: { ...operation, id, body } };
  });
}

/**
 * Reads the operations of files by paths or patterns: documents, whose fragments may be in any of them, and manifests,
 * whose ids stay as they are.
 * @throws ConfigError with a line for each error, if an operation does not match the schema or has no name.
 */
export async function readOperations(
  schema: GraphQLSchema,
  patterns: readonly string[],
): Promise<Operation[]> {
  const files = new Set((await Promise.all(patterns.map(findFiles))).flat());
  const documents: DocumentNode[] = [];
  const listed: ReturnType<typeof readManifest> = [];
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    if (file.endsWith('.json')) listed.push(...readManifest(text, file));
    else documents.push(parseDocument(text, file));
  }
  const merged = concatAST(documents);
  assertNoErrors(
    [merged, ...listed.map(({ document }) => document)].flatMap((document) =>
      validate(schema, document, RULES),
    ),
  );
  const operations = [...listOperations(merged), ...listed.map(({ operation }) => operation)];
  if (operations.length === 0) throw new ConfigError('The files have no operations.');
  return operations;
}
