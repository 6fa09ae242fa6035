export { ClientProvider, useClient } from './client-provider.ts';
export * from './hooks.ts';
export * from './queries-entry.ts';
