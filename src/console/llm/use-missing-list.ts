import { useLlmsQuery } from '../../hooks/index.ts';

/**
 * Returns why custom LLMs cannot be listed; undefined if they can, and until that is known. The API lists built-in LLMs
 * for every upstream.
 */
export function useMissingList(enabled: boolean): string | undefined {
  const { error } = useLlmsQuery({ perPage: 1, includeBuiltIn: false }, { enabled });
  return error?.code === 'NOT_SUPPORTED' ? error.message : undefined;
}
