import type { Reporter, TestModule } from 'vitest/node';

/** Number of files in the table. */
const FILES = 20;

const columns = (cells: readonly (string | number)[]) =>
  cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell).padStart(8)).join('');

/** Prints the files with the most CPU time, with their duration, in seconds. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.map((module) => {
      const { own = 0, children = 0 } = module.meta().cpu ?? {};
      const { collectDuration, duration } = module.diagnostic();
      const name = `  ${module.project.name} ${module.relativeModuleId}`;
      return {
        total: own + children,
        own,
        children,
        clock: (collectDuration + duration) / 1000,
        name,
      };
    });
    const sum = rows.reduce((seconds, { total }) => seconds + total, 0);
    const dearest = rows.toSorted((a, b) => b.total - a.total).slice(0, FILES);
    const lines = [
      `${columns(['all', 'own', 'children', 'clock'])}  project, file`,
      ...dearest.map(({ total, own, children, clock, name }) =>
        columns([total, own, children, clock]).concat(name),
      ),
      `${columns([sum])}  seconds of processor time in ${rows.length} files`,
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  }
}
