interface BarProps {
  /** The largest first. */
  readonly values: readonly (number | null)[];
  /** The value of a full bar. */
  readonly max: number;
}

/** Horizontal bars on top of each other. Their numbers are beside them as text. */
export const Bar = ({ values, max }: BarProps) => (
  <svg className="bar" viewBox={`0 0 ${max || 1} 1`} preserveAspectRatio="none" aria-hidden="true">
    {values.map((value, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the position of a bar is its meaning.
      <rect key={index} width={value ?? 0} height="1" />
    ))}
  </svg>
);
