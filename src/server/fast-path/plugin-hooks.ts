import type { Plugin } from 'graphql-yoga';

const NAMES = [
  ...(['onRequest', 'onRequestParse', 'onParams', 'onContextBuilding'] as const),
  ...(['onExecute', 'onExecutionResult', 'onResultProcess', 'onResponse'] as const),
];

/** The hooks that the fast path calls itself: of every plugin, in the order in which it calls them. */
export type PluginHooks = {
  readonly [Name in (typeof NAMES)[number]]: readonly NonNullable<Plugin[Name]>[];
};

/**
 * Collects the hooks of all plugins, including Yoga's own. Returns undefined if a plugin sets `instrumentation`, which
 * only Yoga can run.
 */
export function collectHooks(plugins: readonly Plugin[]): PluginHooks | undefined {
  const enabledPlugins = plugins.filter((plugin) => plugin);
  if (enabledPlugins.some(({ instrumentation }) => instrumentation !== undefined)) return undefined;
  const entries = NAMES.map((name) => [
    name,
    enabledPlugins.flatMap((plugin) => plugin[name] ?? []),
  ]);
  // TypeScript does not infer the keys of an object that is built from entries.
  return Object.fromEntries(entries) as PluginHooks;
}
