/** The settings of the sampler, as set. */
export interface SamplerSettings {
  readonly sampler?: string | undefined;
  readonly samplerArgument?: string | undefined;
}

const ROOTS = ['always_on', 'always_off', 'traceidratio'] as const;

/** Which traces are recorded. */
interface Sampling {
  /** What decides about a trace without a parent, or about all. */
  readonly root: (typeof ROOTS)[number];
  /** Whether the decision of a parent, such as a client that sends `traceparent`, is followed. */
  readonly isParentBased: boolean;
  /** The share of traces, for `traceidratio`. */
  readonly ratio: number;
  /** A sentence for each setting that is ignored. */
  readonly warnings: readonly string[];
}

/** Whether a text is a ratio: a decimal number from 0 to 1. */
const isRatio = (text: string) =>
  /^[\d.e-]+$/i.test(text) && Number(text) >= 0 && Number(text) <= 1;

/**
 * Reads which traces are recorded. A value that is not known is ignored with a warning, as "Environment Variable Specification"
 * of OpenTelemetry requires: a platform sets these variables for programs with all kinds of samplers.
 */
export function readSampling({ sampler, samplerArgument }: SamplerSettings): Sampling {
  const name = sampler?.trim().toLowerCase() ?? '';
  const rootName = name.replace(/^parentbased_/, '');
  const root = ROOTS.find((known) => known === rootName);
  const argument = samplerArgument?.trim() ?? '';
  const isRatioIgnored = root === 'traceidratio' && argument !== '' && !isRatio(argument);
  return {
    root: root ?? 'always_on',
    isParentBased: root === undefined || rootName !== name,
    ratio: argument === '' || isRatioIgnored ? 1 : Number(argument),
    warnings: [
      ...(name !== '' && root === undefined
        ? [
            `OTEL_TRACES_SAMPLER is ignored: it must be ${ROOTS.join(', ')}, or one of them after parentbased_.`,
          ]
        : []),
      ...(isRatioIgnored
        ? ['OTEL_TRACES_SAMPLER_ARG is ignored: it must be a number from 0 to 1.']
        : []),
    ],
  };
}
