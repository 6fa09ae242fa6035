import { BadRequest, Forbidden, NotFound } from './errors.ts';
import type { Handlers, Services } from './handlers.ts';
import { findOrFail } from './ids.ts';
import type { StoredRecord } from './store/store.ts';

/** What a body of PUT /v1/tools/{id} may not set. */
const FIXED = ['id', 'type', 'usageCount', 'createdAt', 'updatedAt'];

const refuseSystemTool = ({ type, name }: StoredRecord) => {
  if (type === 'SYSTEM') throw new Forbidden(`The system tool ${String(name)} cannot be changed.`);
};

/** Handlers of tools. Specification, "GET", "PUT" and "DELETE /v1/tools/{id}". */
export const toolHandlers = ({
  store,
  now,
}: Services): Pick<Handlers, 'tool' | 'updateTool' | 'deleteTool'> => ({
  tool: ({ params: { id } }) => findOrFail('a tool', id, store.tools.find),

  updateTool: ({ params: { id }, body }) => {
    const fixed = FIXED.find((key) => key in body);
    if (fixed) throw BadRequest.at([fixed], `The ${fixed} of a tool cannot be changed.`);
    return findOrFail('a tool', id, (known) =>
      store.tools.change(known, (tool) => {
        refuseSystemTool(tool);
        return { ...tool, ...body, id: tool.id, updatedAt: now().toISOString() };
      }),
    );
  },

  deleteTool: async ({ params: { id } }) => {
    const deleted = await findOrFail('a tool', id, (known) =>
      store.tools.remove(known, refuseSystemTool),
    );
    if (!deleted) throw new NotFound(`No tool has the id ${id}.`);
  },
});
