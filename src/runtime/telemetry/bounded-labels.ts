/** Maximum length of a label in characters. */
const MAX_LENGTH = 100;

/**
 * Creates a function that maps names chosen by clients to a bounded set of labels. The first `size` distinct names are kept
 * and truncated to 100 characters. All others become `other`.
 */
export function createBoundedLabels(size: number): (name: string) => string {
  const labels = new Set<string>();
  return (name) => {
    const label = name.slice(0, MAX_LENGTH);
    if (labels.size < size) labels.add(label);
    return labels.has(label) ? label : 'other';
  };
}
