import type { Command } from 'commander';
import { print } from './terminal.ts';

/** Adds `operations add`. */
export function addOperationsCommands(program: Command): void {
  program
    .command('operations')
    .description('Manage manifests of operations for PERSISTED_OPERATIONS.')
    .command('add')
    .description('Validate the operations of files and add them to a manifest.')
    .argument(
      '<files...>',
      'paths or patterns of .graphql files, or of .json manifests of Apollo or Relay',
    )
    .requiredOption('--manifest <file>', 'manifest to change, or to create in the format of Apollo')
    .action(async (files: string[], { manifest }: { manifest: string }) => {
      const { addOperations } = await import('../operations/add-operations.ts');
      const operations = await addOperations(manifest, files);
      print(
        ...operations.map(({ id, name }) => `${id}  ${name}`),
        `Operations in ${manifest}: ${operations.length} added.`,
      );
    });
}
