/**
 * A code generator plugin that writes the documents of the client as text, with their hashes, and where the data of
 * queries has records.
 */
import {
  concatAST,
  type DocumentNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import {
  type Fragments,
  listFragments,
  printDefinition,
} from '../../runtime/operations/operations.ts';
import { normalizeDocument } from '../../shared/document-form.ts';
import { hashDocument } from '../../shared/hash-document.ts';
import { describeOperation } from './describe-operation.ts';

const HEADER = `import type * as Types from './types.ts';
import { TypedDocumentString } from './typed-document.ts';`;

/** Collects the paths of all records with an id, by their type. */
function collectResources(
  selectionSet: SelectionSetNode,
  parent: GraphQLOutputType,
  fragments: Fragments,
  path: readonly string[] = [],
  resources: Record<string, string[]> = {},
): Record<string, string[]> {
  for (const selection of selectionSet.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(selection.name.value);
      if (fragment) collectResources(fragment.selectionSet, parent, fragments, path, resources);
      continue;
    }
    if (selection.kind === Kind.INLINE_FRAGMENT)
      throw new Error('Inline fragments are not supported in schema/operations.');
    const field = isObjectType(parent) && parent.getFields()[selection.name.value];
    if (!field || !selection.selectionSet) continue;
    const type = getNamedType(field.type);
    const fieldPath = [...path, selection.alias?.value ?? selection.name.value];
    if (isObjectType(type) && 'id' in type.getFields()) {
      resources[type.name] ??= [];
      resources[type.name]?.push(fieldPath.join('.'));
    }
    collectResources(selection.selectionSet, type, fragments, fieldPath, resources);
  }
  return resources;
}

const writeDocument = (name: string, types: string, text: string, metadata?: object) => {
  const argument = metadata ? `, ${JSON.stringify(metadata)}` : '';
  return `export const ${name} = /*#__PURE__*/ new TypedDocumentString<${types}>(\`${text}\`${argument});`;
};

function writeOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: Fragments,
): string {
  const root = schema.getRootType(operation.operation);
  if (!root) throw new Error(`The schema has no ${operation.operation}.`);
  const name = operation.name?.value ?? '';
  const body = normalizeDocument(parse(printDefinition(operation, fragments)));
  const resources =
    operation.operation === 'query'
      ? collectResources(operation.selectionSet, root, fragments)
      : {};
  const types = `Types.${name}${operation.operation === 'query' ? 'Query' : 'Mutation'}`;
  const metadata = {
    hash: hashDocument(body),
    ...(Object.keys(resources).length > 0 && { resources }),
  };
  const document = writeDocument(`${name}Document`, `${types}, ${types}Variables`, body, metadata);
  return `${describeOperation(schema, operation)}\n${document}`;
}

/** The plugin. */
export function plugin(
  schema: GraphQLSchema,
  files: readonly { readonly document?: DocumentNode }[],
): string {
  const merged = concatAST(files.flatMap(({ document }) => document ?? []));
  const fragments = listFragments(merged);
  const blocks = [
    ...[...fragments].map(([name, fragment]) =>
      writeDocument(
        `${name}FragmentDoc`,
        `Types.${name}Fragment, unknown`,
        printDefinition(fragment, fragments),
      ),
    ),
    ...merged.definitions
      .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
      .map((operation) => writeOperation(schema, operation, fragments)),
  ];
  return [HEADER, ...blocks].join('\n\n');
}
