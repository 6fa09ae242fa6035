import { getName, listSettings } from '../../shared/settings/setting.ts';
import { readUpstreamKeys } from '../access/upstream-keys.ts';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { readConfiguredOperations } from '../config/configured-operations.ts';
import type { Environment } from '../config/environment.ts';
import { Settings } from '../config/settings.ts';
import { findMisspelledSettings, findSuspiciousSettings } from '../config/suspicious-settings.ts';
import type { Check } from './check.ts';
import { failed, ok, warn } from './finding.ts';

/** Reads the environment and the `.env` file. */
export type ReadEnvironment = () => Environment;

const listNames = (env: Environment) =>
  listSettings(Settings)
    .map(getName)
    .filter((name) => env[name]);

/** Checks that the settings are valid, and lists the names of those that are set. */
export const settingsCheck: Check<ReadEnvironment, Config> = {
  name: 'settings',
  deadline: 5_000,
  run: async (readEnvironment) => {
    let env: Environment = {};
    try {
      env = readEnvironment();
      const config = readConfig(env);
      readConfiguredOperations(config);
      await readUpstreamKeys(config);
      const names = listNames(env);
      const list = names.length === 0 ? 'none, all defaults apply' : names.join(', ');
      const message = `Valid. Set: ${list}.`;
      const misspelled = findMisspelledSettings(env);
      if (misspelled.length > 0)
        return failed(misspelled.join(' '), 'Correct the environment or the .env file.', config);
      const suspicions = findSuspiciousSettings(env);
      if (suspicions.length > 0) return warn(message, suspicions.join(' '), config);
      return ok(message, config);
    } catch (error) {
      const advice = 'Correct the environment or the .env file. SETTINGS.md explains all settings.';
      if (!(error instanceof ConfigError)) throw error;
      const problems = [...error.problems, ...findSuspiciousSettings(env)];
      return failed(problems.join(' '), advice);
    }
  },
};
