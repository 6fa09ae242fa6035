import { hash, randomBytes } from 'node:crypto';

/** Whose values a label has. */
export interface LabelValues {
  readonly issuer: string;
  readonly tenant: string | undefined;
  readonly subject: string;
  readonly role: string;
}

const NAMES = ['issuer', 'tenant', 'subject', 'role', 'mint'] as const;
type Placeholder = (typeof NAMES)[number];

const isPlaceholder = (name: string): name is Placeholder => NAMES.some((known) => known === name);

/** Maximum length of a label, which services accept. @assumed as that of meeting invites. */
export const MAX_LABEL = 128;

/** Maximum length of the texts of a template, so that values have room. */
const MAX_TEXT = 48;

/** What the values of labels consist of: what `encodeURIComponent` returns, and the mark of a digest. */
const ENCODED = "[\\w.!~*'()%=-]+";
const MINT = '[\\w-]{22}';

/** A text with a character that no value has, which separates values. */
const SEPARATOR = /[^\w.!~*'()%=-]/;

/** Splits a template at its placeholders, into alternating text and names. */
const split = (template: string) => template.split(/\{(\w*)\}/);

/** Returns the placeholders of a template. */
export const listPlaceholders = (template: string): readonly string[] =>
  split(template).filter((_, index) => index % 2 === 1);

/** Returns what is wrong with a template; undefined if it is valid. */
export function findTemplateProblem(template: string): string | undefined {
  const parts = split(template);
  const texts = parts.filter((_, index) => index % 2 === 0);
  const names = listPlaceholders(template);
  const unknown = names.find((name) => !isPlaceholder(name));
  if (unknown !== undefined) return `has the unknown placeholder {${unknown}}`;
  if (new Set(names).size < names.length) return 'has a placeholder twice';
  if (texts.join('').length > MAX_TEXT) return `has more than ${MAX_TEXT} characters of text`;
  // Otherwise two callers could have the same label.
  if (!texts.slice(1, -1).every((text) => SEPARATOR.test(text)))
    return 'must separate placeholders by a character such as ":"';
  return template === '' ? 'must not be empty' : undefined;
}

/** Starts a digest in place of a subject: no encoded subject has it. */
const DIGEST = '=';

const getValue = (
  name: string | undefined,
  { issuer, tenant = '', subject, role }: LabelValues,
  mint: string,
) => {
  const values: Readonly<Record<Placeholder, string>> = { issuer, tenant, subject, role, mint };
  return name !== undefined && isPlaceholder(name) ? values[name] : '';
};

const digestSubject = (subject: string) => `${DIGEST}${hash('sha256', subject, 'base64url')}`;

const fill = (template: string, fillIn: (name: string) => string) =>
  split(template)
    .map((part, index) => (index % 2 === 1 ? fillIn(part) : part))
    .join('');

/** Returns a new id of a mint. */
export const createMintId = (): string => randomBytes(16).toString('base64url');

/** Returns the label of a mint; undefined if the values leave no room even with a digest of the subject. */
export function createLabel(
  template: string,
  values: LabelValues,
  mint: string,
): string | undefined {
  const encode = (name: string) => encodeURIComponent(getValue(name, values, mint));
  const label = fill(template, encode);
  if (label.length <= MAX_LABEL) return label;
  const shorter = fill(template, (name) =>
    name === 'subject' ? digestSubject(values.subject) : encode(name),
  );
  return shorter.length <= MAX_LABEL ? shorter : undefined;
}

/** Creates a pattern of labels, in which some values are given. Its group `mint` is the id of the mint. */
const createPattern = (template: string, give: (name: string) => string | undefined) =>
  new RegExp(
    `^${split(template)
      .map((part, index) => {
        if (index % 2 === 0) return RegExp.escape(part);
        return part === 'mint' ? `(?<mint>${MINT})` : (give(part) ?? ENCODED);
      })
      .join('')}$`,
  );

/** Creates the pattern of the labels of one caller, whatever its role was. */
export const createOwnPattern = (template: string, values: LabelValues): RegExp =>
  createPattern(template, (name) => {
    if (name === 'role') return undefined;
    const value = RegExp.escape(encodeURIComponent(getValue(name, values, '')));
    // A longer name of a role may have left no room for the subject.
    return name === 'subject'
      ? `(?:${value}|${RegExp.escape(digestSubject(values.subject))})`
      : value;
  });

/** Creates the pattern of the labels of all callers. */
export const createAnyPattern = (template: string): RegExp =>
  createPattern(template, () => undefined);

/** Returns the id of the mint that a label has; undefined if the label does not match. */
export const readMintId = (pattern: RegExp, label: string): string | undefined =>
  pattern.exec(label)?.groups?.mint;
