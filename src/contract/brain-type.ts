import type { z } from 'zod';
import { withFacets } from './field.ts';
import { Id } from './record.ts';

/** The former name of llmId. Specification, "Versioning". */
export const brainType = withFacets(
  Id.describe('Former name of llmId, with the same values. Cannot be combined with llmId.'),
  { deprecated: 'Use llmId.', refersTo: 'llm' },
).optional();

/** Rejects a body with both llmId and brainType. @assumed The specification only says that llmId replaces brainType. */
export const onlyOneLlmName = (
  body: { llmId?: string | undefined; brainType?: string | undefined },
  context: z.RefinementCtx,
) => {
  if (body.llmId !== undefined && body.brainType !== undefined) {
    const message = 'brainType is the former name of llmId. Set only one of them.';
    context.addIssue({ code: 'custom', path: ['brainType'], message });
  }
};
