import { z } from 'zod';
import type { JsonObject } from '../contract/record.ts';
import type { ToolCallScript } from './scripted-turns.ts';
import type { Tables } from './store/store.ts';
import type { StoredSession } from './stored-session.ts';

/** Maximum number of knowledge groups that a call searches, and of chunks that it returns. */
const MAX_GROUPS = 5;
const MAX_RESULTS = 2;

/** Seconds that a call takes. */
const CALL_SECONDS = 0.4;

/** What a tool declares of an argument, in JSON Schema. */
const Argument = z.looseObject({
  type: z.unknown().optional(),
  enum: z.array(z.unknown()).optional().catch(undefined),
});

const Parameters = z.looseObject({
  properties: z.record(z.string(), Argument),
});

const Config = z.looseObject({
  parameters: Parameters.optional().catch(undefined),
  documentFolderIds: z.array(z.string()).optional().catch(undefined),
});

/** A saved tool, or one that a session token spells out. Their types have different names. */
const Tool = z.union([
  z
    .looseObject({
      name: z.string(),
      type: z.enum(['CLIENT', 'SERVER_WEBHOOK', 'SERVER_RAG']),
      config: Config.catch({}),
    })
    .transform(({ name, type, config }) => ({ name, kind: type, config })),
  z
    .looseObject({
      name: z.string(),
      type: z.enum(['client', 'server']),
      subtype: z.string().optional(),
      ...Config.shape,
    })
    .transform(({ name, type, subtype, ...config }) => {
      const server = subtype === 'knowledge' ? 'SERVER_RAG' : 'SERVER_WEBHOOK';
      return { name, kind: type === 'client' ? 'CLIENT' : server, config } as const;
    }),
]);
type SimulatedTool = z.output<typeof Tool>;

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Lists the tools of a session, without system tools, which would end or hold the conversation. */
export async function listTools(
  { toolIds, tools }: StoredSession['personaConfig'],
  tables: Tables,
): Promise<SimulatedTool[]> {
  const saved = await Promise.all(toList(toolIds).map((id) => tables.tools.find(String(id))));
  return [...saved, ...toList(tools)].flatMap((tool) => Tool.safeParse(tool).data ?? []);
}

/** An argument of the type that a tool declares. */
function createArgument({ type, enum: values = [] }: z.output<typeof Argument>): unknown {
  const [first] = values;
  if (first !== undefined) return first;
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  return type === 'object' ? {} : 'example';
}

/** Searches the groups of a tool that the account has. */
async function search({ config }: SimulatedTool, text: string, tables: Tables) {
  const ids = (config.documentFolderIds ?? []).slice(0, MAX_GROUPS);
  const groups = await Promise.all(ids.map((id) => tables.knowledgeGroups.find(id.toLowerCase())));
  const found = await Promise.all(
    groups.map((group) =>
      group ? tables.knowledgeDocuments.search(group.id, text, MAX_RESULTS) : [],
    ),
  );
  const chunks = found.flat().slice(0, MAX_RESULTS);
  return {
    documents: [...new Set(chunks.map(({ document }) => String(document.filename)))],
    result: JSON.stringify(chunks.map(({ content }) => content)),
  };
}

/** Calls a tool as the script has it: knowledge is searched, and nothing else runs. */
export async function callTool(
  tool: SimulatedTool,
  text: string,
  tables: Tables,
): Promise<ToolCallScript & { readonly result: string }> {
  const { name, kind, config } = tool;
  const common = { id: `call-${name}`, name, seconds: CALL_SECONDS };
  if (kind === 'SERVER_RAG') {
    const { documents, result } = await search(tool, text, tables);
    return {
      ...common,
      type: 'server',
      subtype: 'knowledge',
      arguments: { query: text },
      result,
      documentsAccessed: documents,
    };
  }
  const parameters = Object.entries(config.parameters?.properties ?? {}).map(
    ([key, parameter]) => [key, createArgument(parameter)] as const,
  );
  const args: JsonObject = Object.fromEntries(parameters);
  const result = '{"simulated":true}';
  if (kind === 'CLIENT') return { ...common, type: 'client', arguments: args, result };
  return { ...common, type: 'server', subtype: 'webhook', arguments: args, result };
}
