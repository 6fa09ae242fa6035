import { z } from 'zod';
import { setting } from '../shared/settings/setting.ts';
import { flag } from '../shared/settings/setting-types.ts';
import type { BodyLimits, UPLOAD_LIMITS } from './body/body-limits.ts';
import { costSettings, type DocumentLimits } from './documents/document-limits.ts';

export const serverSettings = z.object({
  /** Whether there is a console. */
  console: setting('CONSOLE', flag.prefault('true'), {
    description: 'Enables the web console.',
  }),
  /** Whether there is an explorer at /graphql. */
  explorer: setting('EXPLORER', flag.prefault('true'), {
    description:
      'Enables the explorer, and in production also introspection and "Did you mean" suggestions in errors.',
    otherwise: '`false` in production and with `PERSISTED_OPERATIONS`',
  }),
  /** Whether the graph is an Apollo Federation 2 subgraph, with `_service` and `_entities`. */
  federation: setting('FEDERATION', flag.prefault('false'), {
    description:
      'Makes the API an Apollo Federation 2 subgraph. Its schema, `_service { sdl }`, counts as introspection.',
  }),
  /** Limits of a single request. */
  limits: z.object({ document: costSettings }),
});

/** Time limit of an operation's upstream calls together, in milliseconds: one slow call and some before it. */
export const OPERATION_TIMEOUT = 240_000;

/** The settings, and limits that only code can change. */
export interface ServerSettings extends Omit<z.output<typeof serverSettings>, 'limits'> {
  /** Whether introspection and suggestions in errors are enabled. */
  readonly introspection: boolean;
  /** Maximum size of an uploaded image. Specification, "Create an avatar". */
  readonly maxImageBytes: number;
  readonly operationTimeout: number;
  readonly limits: {
    readonly document: DocumentLimits;
    readonly body: BodyLimits;
    readonly upload: Readonly<typeof UPLOAD_LIMITS>;
    /** Maximum size of a response in bytes, before compression. */
    readonly responseBytes: number;
  };
}
