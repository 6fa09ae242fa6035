export * from './errors.ts';
export * from './generated.ts';
export {
  configureHooks,
  type RequestHeaders,
  type RequestOptions,
  type Settings,
  withOptions,
} from './settings.ts';
export type * from './types.ts';
