/**
 * A code generator plugin that writes the documents of the client as text, with their hashes, and the resources of
 * queries.
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

/** Lists the types of all records with an id. */
function listResources(
  selectionSet: SelectionSetNode,
  parent: GraphQLOutputType,
  fragments: Fragments,
): string[] {
  const selected = [...listSelectedFields(selectionSet, fragments)];
  return selected.flatMap(({ name, selectionSet: below }) => {
    const field = isObjectType(parent) && parent.getFields()[name.value];
    if (!field || !below) return [];
    const type = getNamedType(field.type);
    const isResource = isObjectType(type) && 'id' in type.getFields();
    return [...(isResource ? [type.name] : []), ...listResources(below, type, fragments)];
  });
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
      ? new Set(listResources(operation.selectionSet, root, fragments))
      : new Set();
  const types = `Types.${name}${operation.operation === 'query' ? 'Query' : 'Mutation'}`;
  const metadata = {
    hash: hashDocument(body),
    ...(resources.size > 0 && { resources: [...resources] }),
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
