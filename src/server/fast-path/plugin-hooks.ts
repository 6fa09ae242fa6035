import type { Plugin } from 'graphql-yoga';

type Hook<Name extends keyof Plugin> = NonNullable<Plugin[Name]>;

/** The hooks that the fast path calls itself: of every plugin, in the order in which it calls them. */
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

/**
 * Collects the hooks of all plugins, including Yoga's own. Returns undefined if a plugin sets `instrumentation`, which
 * only Yoga can run.
 */
export function collectHooks(plugins: readonly Plugin[]): PluginHooks | undefined {
  const enabledPlugins = plugins.filter((plugin) => plugin);
  if (enabledPlugins.some(({ instrumentation }) => instrumentation !== undefined)) return undefined;
  return {
    onRequest: enabledPlugins.flatMap(({ onRequest }) => onRequest ?? []),
    onRequestParse: enabledPlugins.flatMap(({ onRequestParse }) => onRequestParse ?? []),
    onParams: enabledPlugins.flatMap(({ onParams }) => onParams ?? []),
    onContextBuilding: enabledPlugins.flatMap(({ onContextBuilding }) => onContextBuilding ?? []),
    onExecute: enabledPlugins.flatMap(({ onExecute }) => onExecute ?? []),
    onExecutionResult: enabledPlugins.flatMap(({ onExecutionResult }) => onExecutionResult ?? []),
    onResultProcess: enabledPlugins.flatMap(({ onResultProcess }) => onResultProcess ?? []),
    onResponse: enabledPlugins.flatMap(({ onResponse }) => onResponse ?? []),
  };
}
