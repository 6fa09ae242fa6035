import { Details } from './details.tsx';

export const Json = ({ value }: { readonly value: unknown }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
  <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
);

interface JsonDetailsProps {
  readonly title: string;
  readonly value: unknown;
}

/** JSON, folded. */
export const JsonDetails = ({ title, value }: JsonDetailsProps) => (
  <Details title={title}>{() => <Json value={value} />}</Details>
);
