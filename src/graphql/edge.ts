import type { ObjectRef } from '@pothos/core';
import { type ResourceName, resources } from '../contract/api.ts';
import { builder, type GraphTypes } from './builder.ts';
import { createCursor, type Position } from './cursor.ts';
import { getId } from './list-slice.ts';

export interface Edge {
  readonly cursor: string;
  readonly node: object;
}

export const createEdge = (
  resource: ResourceName,
  node: object,
  { offset, total }: Omit<Position, 'id'>,
): Edge => ({
  cursor: createCursor(resources[resource].noun, { offset, id: String(getId(node)), total }),
  node,
});

const edgeTypes = new Map<ResourceName, ObjectRef<GraphTypes, Edge>>();

/** Returns the type of a resource's edges, such as `PersonaEdge`, which it creates once. */
export function getEdgeType(
  resource: ResourceName,
  type: ObjectRef<GraphTypes, object>,
): ObjectRef<GraphTypes, Edge> {
  const known = edgeTypes.get(resource);
  if (known) return known;
  const { noun, collection } = resources[resource];
  const edgeType = builder.objectRef<Edge>(`${type.name}Edge`).implement({
    description: `An item of ${collection}Connection.`,
    fields: (t) => ({
      cursor: t.exposeString('cursor', {
        nullable: false,
        description: `Cursor of the ${noun}.`,
      }),
      node: t.field({
        type,
        nullable: false,
        description: `The ${noun}.`,
        resolve: ({ node }) => node,
      }),
    }),
  });
  edgeTypes.set(resource, edgeType);
  return edgeType;
}
