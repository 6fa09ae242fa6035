import { z } from 'zod';

/** What a person is told of a setting, beside the rule it has to keep. */
export interface SettingMetadata {
  /** What it means: one sentence or more. */
  readonly description?: string;
  /** What may be given, in words; most rules say it themselves. */
  readonly allowed?: string;
  /** What holds where it is left out; only where the rule has no default. */
  readonly absent?: string;
  /** A value as it might be. */
  readonly example?: string;
  /** Whether it is among the few that the README shows. */
  readonly common?: boolean;
}

/** The facts of every setting, by its rule: from these the reference is written. */
export const settingMetadata = z.registry<SettingMetadata>();
