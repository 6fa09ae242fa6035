import type { Plugin } from 'graphql-yoga';

type Hook<Name extends keyof Plugin> = NonNullable<Plugin[Name]>;

/** The hooks around a GraphQL request that the lane calls itself, of every plugin, in the order in which it calls them. */
export interface PluginHooks {
  readonly onRequest: readonly Hook<'onRequest'>[];
  readonly onRequestParse: readonly Hook<'onRequestParse'>[];
  readonly onParams: readonly Hook<'onParams'>[];
  readonly onContextBuilding: readonly Hook<'onContextBuilding'>[];
  readonly onExecute: readonly Hook<'onExecute'>[];
  readonly onExecutionResult: readonly Hook<'onExecutionResult'>[];
  readonly onResultProcess: readonly Hook<'onResultProcess'>[];
  readonly onResponse: readonly Hook<'onResponse'>[];
}

/** The hooks of all plugins, Yoga's own among them; undefined where one instruments stages, which only Yoga can run. */
export function collectHooks(plugins: readonly Plugin[]): PluginHooks | undefined {
  const present = plugins.filter((plugin) => plugin);
  if (present.some(({ instrumentation }) => instrumentation !== undefined)) return undefined;
  return {
    onRequest: present.flatMap(({ onRequest }) => onRequest ?? []),
    onRequestParse: present.flatMap(({ onRequestParse }) => onRequestParse ?? []),
    onParams: present.flatMap(({ onParams }) => onParams ?? []),
    onContextBuilding: present.flatMap(({ onContextBuilding }) => onContextBuilding ?? []),
    onExecute: present.flatMap(({ onExecute }) => onExecute ?? []),
    onExecutionResult: present.flatMap(({ onExecutionResult }) => onExecutionResult ?? []),
    onResultProcess: present.flatMap(({ onResultProcess }) => onResultProcess ?? []),
    onResponse: present.flatMap(({ onResponse }) => onResponse ?? []),
  };
}
