import { closestMatch } from 'leven';
import type { Environment } from './environment.ts';
import { SETTING_NAMES } from './settings.ts';

/** Maximum edits between a misspelled name and the setting that it means. */
const MAX_EDITS = 2;

/** Shorter names, such as HOST, resemble too many variables of other programs. */
const MIN_LENGTH = 7;

/** Prefixes that only settings of this program use, except for variables that Kubernetes sets for a service. */
const OWN_NAME =
  /^(?:UPSTREAM|RATE_LIMIT|RESPONSE_CACHE|POLICY|AUTH|AUDIT|CONSOLE|CORS)_(?!SERVICE_|PORT(?:_|$))/;

const MODES = ['production', 'development', 'test'];

/** Finds variables that are meant as settings and are none. Returns a sentence for each, without its value. */
export function findMisspelledSettings(env: Environment): readonly string[] {
  const candidates = SETTING_NAMES.filter(({ length }) => length >= MIN_LENGTH);
  return Object.keys(env).flatMap((name) => {
    if (SETTING_NAMES.includes(name)) return [];
    const meant = closestMatch(name, candidates, { maxDistance: MAX_EDITS });
    if (meant) return [`${name} is not a setting. Did you mean ${meant}?`];
    return OWN_NAME.test(name) ? [`${name} is not a setting.`] : [];
  });
}

/** Finds variables that have no effect, such as misspelled settings. Returns a sentence for each, without secrets. */
export function findSuspiciousSettings(env: Environment): readonly string[] {
  const { NODE_ENV: mode } = env;
  return [
    ...findMisspelledSettings(env),
    ...(mode && !MODES.includes(mode)
      ? [
          `NODE_ENV=${mode.slice(0, 20)} has no effect. Only production disables the development defaults.`,
        ]
      : []),
  ];
}
