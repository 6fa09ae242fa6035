import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';
import { addTypenames } from '../../shared/document-form.ts';
import { hashDocument } from '../../shared/hash-document.ts';

/** An operation as a persisted query manifest of Apollo has it. */
export interface Operation {
  /** The SHA-256 hash of the body. */
  readonly id: string;
  readonly name: string;
  readonly type: 'query' | 'mutation' | 'subscription';
  /** The operation with the fragments that it uses. */
  readonly body: string;
}

/** Fragments by name. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Returns the fragments of a document by name. */
export const listFragments = ({ definitions }: DocumentNode): Fragments =>
  new Map(
    definitions
      .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );

/** Prints a definition with the fragments that it uses. */
export function printDefinition(
  definition: OperationDefinitionNode | FragmentDefinitionNode,
  fragments: Fragments,
): string {
  const used = new Set<FragmentDefinitionNode | OperationDefinitionNode>([definition]);
  for (const node of used) {
    visit(node, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (fragment) used.add(fragment);
      },
    });
  }
  return [...used].map(print).join('\n');
}

/** Returns an operation with its body and its id, as Apollo's tool generates them. */
export function createOperation(
  definition: OperationDefinitionNode,
  fragments: Fragments,
): Operation {
  const body = addTypenames(parse(printDefinition(definition, fragments)));
  const { name, operation: type } = definition;
  return { id: hashDocument(body), name: name?.value ?? '', type, body };
}

/** Returns the operations of a document. */
export function listOperations(document: DocumentNode): Operation[] {
  const fragments = listFragments(document);
  return document.definitions
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .map((definition) => createOperation(definition, fragments));
}
