import { getName, listSettings } from '../../shared/settings/setting.ts';
import { authenticationSettings } from '../config/authentication-settings.ts';
import { type Config, readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Environment } from '../config/environment.ts';
import { Settings } from '../config/settings.ts';
import { upstreamSettings } from '../config/upstream-settings.ts';
import type { StartOptions } from '../running.ts';
import type { Log } from '../telemetry/log.ts';
import { Access, type AccessOptions } from './access.ts';
import { getFileVersions } from './file-versions.ts';

/** Interval of the checks of files, in milliseconds. */
const WATCH_INTERVAL = 2_000;

/** The pause after a check, in times of the check: thousands of files take long. */
const PAUSE_FACTOR = 4;

/** The settings that a reload applies. Others need a new process. */
const RELOADABLE: readonly string[] = [
  ...listSettings(authenticationSettings).map(getName),
  ...listSettings(upstreamSettings.pick({ apiKey: true, apiKeyFile: true })).map(getName),
  'POLICY',
];

/** Names the settings that differ. Values may be secrets. */
function compareSettings(before: Environment, after: Environment) {
  const changed = listSettings(Settings)
    .map(getName)
    .filter((name) => before[name] !== after[name]);
  return {
    settings: changed.filter((name) => RELOADABLE.includes(name)),
    ignored: changed.filter((name) => !RELOADABLE.includes(name)),
  };
}

function logFailure(error: unknown, log: Log): void {
  const problems = error instanceof ConfigError ? error.problems : undefined;
  if (!problems) log.error({ err: error }, 'fault');
  for (const problem of problems ?? []) log.error({}, `not reloaded: ${problem}`);
}

interface ReloadableAccess {
  readonly access: Access;
  /**
   * Reads the settings, the policy and the keys again, after reloads that have begun before. If something is invalid,
   * everything stays as it was, and the log says why. Undefined if the environment cannot be read again.
   */
  readonly reload: (() => Promise<void>) | undefined;
  /** Ends the checks of files. */
  readonly close: () => void;
}

/**
 * Opens the access, which is read again when a file of the policy or of keys has changed.
 * @throws ConfigError if a file is missing or invalid.
 */
export async function openAccess(
  config: Config,
  options: AccessOptions,
  { readEnvironment, watchInterval = WATCH_INTERVAL }: StartOptions,
): Promise<ReloadableAccess> {
  const { log } = options;
  // Before the files are read, so that a change meanwhile is noticed.
  let versions = await getFileVersions(config);
  const access = await Access.open(config, options);
  if (!readEnvironment) return { access, reload: undefined, close: () => undefined };
  let current = { environment: readEnvironment(), config };
  let latest = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const readAgain = async () => {
    try {
      const environment = readEnvironment();
      const next = readConfig(environment);
      const nextVersions = await getFileVersions(next);
      const changes = await access.replace(next);
      const settings = compareSettings(current.environment, environment);
      current = { environment, config: next };
      versions = nextVersions;
      log.warn({ ...settings, ...changes }, 'settings, policy and keys were read again');
    } catch (error) {
      logFailure(error, log);
    }
  };

  const reload = () => {
    latest = latest.then(readAgain);
    return latest;
  };

  const watch = (pause: number) => {
    timer = setTimeout(async () => {
      const startedAt = performance.now();
      const found = await getFileVersions(current.config);
      const duration = performance.now() - startedAt;
      // What is invalid is not tried again before it changes.
      const hasChanged = found !== versions;
      versions = found;
      if (hasChanged && !isClosed) await reload();
      if (!isClosed) watch(Math.max(watchInterval, PAUSE_FACTOR * duration));
    }, pause).unref();
  };
  watch(watchInterval);

  const close = () => {
    isClosed = true;
    clearTimeout(timer);
  };
  return { access, reload, close };
}
