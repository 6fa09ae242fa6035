import { getName, listSettings } from '../../shared/settings/setting.ts';
import { authenticationSettings } from '../config/authentication-settings.ts';
import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Environment } from '../config/environment.ts';
import { Settings } from '../config/settings.ts';
import { upstreamSettings } from '../config/upstream-settings.ts';
import type { Log } from '../telemetry/log.ts';

/** The settings that a reload applies. Others need a new process. */
const RELOADABLE: readonly string[] = [
  ...listSettings(authenticationSettings).map(getName),
  ...listSettings(upstreamSettings.pick({ apiKey: true, apiKeyFile: true })).map(getName),
  'POLICY',
];

/** Names of settings that a reload has found to be others. Values may be secrets. */
interface ChangedSettings {
  readonly settings: readonly string[];
  /** Those that need a new process. */
  readonly ignored: readonly string[];
}

/** The settings of this process, which can be read again from the environment and its files. */
export class ReloadableSettings {
  readonly #readEnvironment: () => Environment;
  readonly #log: Log;
  #environment: Environment;
  #latest: Promise<unknown> = Promise.resolve();

  constructor(readEnvironment: () => Environment, log: Log) {
    this.#readEnvironment = readEnvironment;
    this.#environment = readEnvironment();
    this.#log = log;
  }

  /**
   * Reads the settings again and applies them, after reloads that have begun before. If that fails, everything stays as it
   * was, and the log says why.
   * @param apply returns what else has changed, for the log.
   */
  reload(apply: (config: Config) => Promise<object>): Promise<void> {
    const reloaded = this.#latest.then(async () => {
      try {
        const environment = this.#readEnvironment();
        const changes = await apply(readConfig(environment));
        const settings = this.#compare(environment);
        this.#environment = environment;
        this.#log.warn({ ...settings, ...changes }, 'settings, policy and keys were read again');
      } catch (error) {
        this.#logFailure(error);
      }
    });
    this.#latest = reloaded;
    return reloaded;
  }

  #compare(environment: Environment): ChangedSettings {
    const changed = listSettings(Settings)
      .map(getName)
      .filter((name) => environment[name] !== this.#environment[name]);
    return {
      settings: changed.filter((name) => RELOADABLE.includes(name)),
      ignored: changed.filter((name) => !RELOADABLE.includes(name)),
    };
  }

  #logFailure(error: unknown): void {
    const problems = error instanceof ConfigError ? error.problems : undefined;
    if (!problems) this.#log.error({ err: error }, 'fault');
    for (const problem of problems ?? []) this.#log.error({}, `not reloaded: ${problem}`);
  }
}
