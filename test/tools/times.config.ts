// `npx vitest run --config test/tools/times.config.ts`: the tests, and then the twenty files that cost the most processor time.
import { mergeConfig } from 'vitest/config';
import config from '../vitest.config.ts';

export default mergeConfig(config, {
  test: {
    setupFiles: ['test/tools/times/measure-cpu.ts'],
    reporters: ['./test/tools/times/cpu-reporter.ts'],
  },
});
