import { z } from 'zod';
import { setting } from '../../shared/settings/setting.ts';
import { list, oneOf, text } from '../../shared/settings/setting-types.ts';

/** Which operations clients can run, and the environment that decides about defaults. */
export const operationSettings = z.object({
  environment: setting('NODE_ENV', text('any text').optional(), {
    description:
      '`production` disables introspection, "Did you mean" suggestions and the explorer, unless `EXPLORER` is set.',
    absent: 'development defaults',
    example: 'production',
    common: true,
  }),
  /** Manifests of the allowed operations: `bundled`, or paths of files; undefined: any operation is executed. */
  persisted: setting(
    'PERSISTED_OPERATIONS',
    list(
      z.string().min(1, 'must be `bundled`, or paths of JSON files'),
      '`bundled` and paths of JSON files',
    ).optional(),
    {
      description:
        'Manifests of the only operations that clients can run. `bundled` contains the operations of the hooks and the console. A file is an Apollo persisted query manifest, or a JSON object that maps ids to documents, as Relay writes it. Disables the explorer, unless `EXPLORER` is set.',
      absent: 'any operation is allowed',
      example: 'bundled,./operations.json',
    },
  ),
  mcp: setting('MCP', oneOf('false', 'true', 'transcripts').default('false'), {
    description:
      'Serves the operations of `schema/operations` to AI agents at `/mcp`, as tools of the Model Context Protocol. `PERSISTED_OPERATIONS` does not restrict them. `transcripts` also serves tools that return what was said in sessions, which is personal data.',
  }),
});
