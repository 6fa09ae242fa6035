import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files of a project that take longest. They do not wait for each other: of those that need the built packages, the
 * first one makes them while the other files here run.
 */
const LONG_FILES = [
  'deploy/package',
  'memory/retained-memory',
  'runtime/replicas',
  'memory/allocations',
  'runtime/workers',
  'postgres/export',
  'postgres/server',
  'conformance/runner',
].map((name) => `/test/${name}.test.ts`);

const getRank = ({ moduleId, project }: TestSpecification) => {
  const index = LONG_FILES.findIndex((path) => moduleId.endsWith(path));
  const rank = index === -1 ? LONG_FILES.length : index;
  // The project of the short files is the last, so that no worker waits for another at the end.
  return project.name === 'postgres' ? rank : rank + LONG_FILES.length + 1;
};

/** Starts with the files that take longest, whose times a fresh checkout does not know. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => getRank(one) - getRank(other));
  }
}
