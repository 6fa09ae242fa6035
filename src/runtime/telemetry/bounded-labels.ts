/** Characters of a name, at most. */
const MAX_LENGTH = 100;

/**
 * Makes names that callers choose into a bounded set of labels: the first `size` different ones stay as they are, any
 * further one is `other`. A long one is cut.
 */
export function createBoundedLabels(size: number): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    const short = name.slice(0, MAX_LENGTH);
    if (known.size < size) known.add(short);
    return known.has(short) ? short : 'other';
  };
}
