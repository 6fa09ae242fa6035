/**
 * A code generator plugin that writes the documents of the client as text, with their hashes, and where the data of
 * queries has records.
 */
import {
  concatAST,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  print,
  type SelectionSetNode,
  separateOperations,
  visit,
} from 'graphql';
import { hashDocument, normalizeDocument } from '../../shared/document-text.ts';
import { type Fragments, getFragments, listSelectedFields } from '../../shared/selected-fields.ts';
import { describeOperation } from './describe-operation.ts';

const HEADER = `import type * as Types from './types.ts';
import { TypedDocumentString } from './typed-document.ts';`;

/** Prints a fragment with the fragments that it uses. */
function printFragment(fragment: FragmentDefinitionNode, fragments: Fragments): string {
  const used = new Set([fragment]);
  for (const node of used) {
    visit(node, {
      FragmentSpread({ name }) {
        const spread = fragments.get(name.value);
        if (spread) used.add(spread);
      },
    });
  }
  return [...used].map(print).join('\n');
}

/** Collects the paths of all records with an id, by their type. */
function collectResources(
  selectionSet: SelectionSetNode,
  parent: GraphQLOutputType,
  fragments: Fragments,
  path: readonly string[] = [],
  resources: Record<string, string[]> = {},
): Record<string, string[]> {
  for (const { name, alias, selectionSet: below } of listSelectedFields(selectionSet, fragments)) {
    const field = isObjectType(parent) && parent.getFields()[name.value];
    if (!field || !below) continue;
    const type = getNamedType(field.type);
    const fieldPath = [...path, (alias ?? name).value];
    if (isObjectType(type) && 'id' in type.getFields()) {
      resources[type.name] ??= [];
      resources[type.name]?.push(fieldPath.join('.'));
    }
    collectResources(below, type, fragments, fieldPath, resources);
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
  standalone: DocumentNode | undefined,
  fragments: Fragments,
): string {
  const root = schema.getRootType(operation.operation);
  if (!root) throw new Error(`The schema has no ${operation.operation}.`);
  const name = operation.name?.value ?? '';
  if (!standalone) throw new Error(`The operation ${name} is missing.`);
  const body = normalizeDocument(standalone);
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
  const separate = separateOperations(merged);
  const fragments = getFragments(merged);
  const blocks = [
    ...[...fragments].map(([name, fragment]) =>
      writeDocument(
        `${name}FragmentDoc`,
        `Types.${name}Fragment, unknown`,
        printFragment(fragment, fragments),
      ),
    ),
    ...merged.definitions
      .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
      .map((operation) =>
        writeOperation(schema, operation, separate[operation.name?.value ?? ''], fragments),
      ),
  ];
  return [HEADER, ...blocks].join('\n\n');
}
