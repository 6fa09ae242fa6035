import { toolContract } from '../contract/tool.ts';
import { findToolConfigIssues } from '../contract/tool-config.ts';
import { addEndpoints, type RequestContext, type ServiceRoutes } from './endpoints.ts';
import { BadRequest, Conflict } from './errors.ts';
import { createRecordHandlers } from './record-handlers.ts';
import type { StoredRecord } from './store/records.ts';

/** Fields that PUT /v1/tools/{id} must not set. */
const READ_ONLY_FIELDS = ['id', 'type', 'usageCount', 'createdAt', 'updatedAt'];

const rejectSystemTool = ({ type, name }: StoredRecord) => {
  if (type === 'SYSTEM') throw new Conflict(`The system tool ${String(name)} cannot be changed.`);
};

/** @throws BadRequest if the config is invalid for the type of the tool. */
function checkConfig({ type }: StoredRecord, config: StoredRecord | object) {
  const issues = findToolConfigIssues(String(type), { ...config });
  if (issues.length > 0) {
    throw BadRequest.fromIssues(
      issues.map((issue) => ({ ...issue, path: ['config', ...issue.path] })),
    );
  }
}

export const tools: ServiceRoutes = (scopes, services) => {
  /** Adds the number of personas that use each tool. */
  const addUsage = async (tools: readonly StoredRecord[], { tables }: RequestContext) => {
    const counts = await tables.tools.countPersonas(tools.map(({ id }) => id));
    return tools.map((tool) => ({ ...tool, usageCount: counts.get(tool.id) ?? 0 }));
  };
  const records = createRecordHandlers('tool', services, addUsage);
  addEndpoints(scopes, services, toolContract, {
    tools: records.list,

    createTool: async ({ body, ...context }) => {
      const tool = records.create({ config: {}, disableInterruptions: false, ...body });
      await context.tables.tools.insert(tool);
      return records.viewOne(tool, context);
    },

    tool: records.get,

    updateTool: (request) => {
      const { body } = request;
      const field = READ_ONLY_FIELDS.find((key) => key in body);
      if (field) throw BadRequest.at([field], `The ${field} of a tool cannot be changed.`);
      return records.change(request, (tool) => {
        rejectSystemTool(tool);
        if (body.config) checkConfig(tool, body.config);
        return body;
      });
    },

    deleteTool: (request) =>
      records.remove(request, (recordId) =>
        request.tables.tools.remove(recordId, (tool, uses) => {
          rejectSystemTool(tool);
          if (uses === 0) return;
          const users = uses === 1 ? '1 persona uses' : `${uses} personas use`;
          throw new Conflict(
            `${users} the tool ${String(tool.name)}. Remove the tool from ${uses === 1 ? 'it' : 'them'} first.`,
          );
        }),
      ),
  });
};
