import { z } from 'zod';

/** Documentation of a setting, besides its zod schema. */
export interface SettingMetadata {
  /** The meaning, in one or more sentences. */
  readonly description?: string;
  /** Allowed values, in words. Most setting types define it. */
  readonly allowed?: string;
  /** What applies if it is not set. Only without a default value. */
  readonly absent?: string;
  /** An example value. */
  readonly example?: string;
  /** Whether the README lists it. */
  readonly common?: boolean;
}

/** Metadata by zod schema. The settings reference is generated from it. */
export const settingMetadata = z.registry<SettingMetadata>();
