import { hash, randomFillSync } from 'node:crypto';

/** The values of a label. */
export interface LabelValues {
  readonly issuer: string;
  readonly tenant: string | undefined;
  readonly subject: string;
  readonly role: string;
}

const NAMES = ['issuer', 'tenant', 'subject', 'role', 'mint'];

/** Maximum length of a label, which services accept. @assumed as that of meeting invites. */
const MAX_LABEL = 128;

/** Maximum length of the texts of a template, so that values have room. */
const MAX_TEXT = 48;

/** What the values of labels consist of: what `encodeURIComponent` returns, and the mark of a digest. */
const VALUE = /[\w.!~*'()%=-]+/y;

/** A text that cannot continue a value, and so separates values. */
const SEPARATED = /^[^\w.!~*'()%=-]/;

const MINT_ID = /^[\w-]{22}$/;

const templates = new Map<string, readonly string[]>();

/** Splits a template at its placeholders, into alternating text and names. */
function split(template: string): readonly string[] {
  const known = templates.get(template);
  if (known) return known;
  const parts = template.split(/\{(\w*)\}/);
  templates.set(template, parts);
  return parts;
}

/** Returns the placeholders of a template. */
export const listPlaceholders = (template: string): readonly string[] =>
  split(template).filter((_, index) => index % 2 === 1);

/** Returns the problem of a template; undefined if it is valid. */
export function findTemplateProblem(template: string): string | undefined {
  const parts = split(template);
  const texts = parts.filter((_, index) => index % 2 === 0);
  const names = listPlaceholders(template);
  const unknown = names.find((name) => !NAMES.includes(name));
  if (unknown !== undefined) return `has the unknown placeholder {${unknown}}`;
  if (new Set(names).size < names.length) return 'has a placeholder twice';
  if (texts.join('').length > MAX_TEXT) return `has more than ${MAX_TEXT} characters of text`;
  // Otherwise two callers could have the same label.
  const isSeparated = (text: string, index: number) =>
    SEPARATED.test(text) || (text === '' && index === names.length - 1);
  if (!texts.slice(1).every(isSeparated))
    return 'must have a character such as ":" after each placeholder';
  return template === '' ? 'must not be empty' : undefined;
}

/** Marks a digest that replaces a subject. No encoded subject starts with it. */
const DIGEST = '=';

const getValue = (name: string, { issuer, tenant = '', subject, role }: LabelValues) => {
  const values: Readonly<Record<string, string>> = { issuer, tenant, subject, role };
  return values[name] ?? '';
};

const digestSubject = (subject: string) => `${DIGEST}${hash('sha256', subject, 'base64url')}`;

const fill = (template: string, fillIn: (name: string) => string) =>
  split(template)
    .map((part, index) => (index % 2 === 1 ? fillIn(part) : part))
    .join('');

/** Random bytes of the next ids: to ask the system for those of each costs ten times as much. */
const random = Buffer.alloc(256 * 16);
let used = random.length;

/** Returns a new id of a mint, of 128 random bits. */
export function createMintId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += 16;
  return random.toString('base64url', used - 16, used);
}

/** Returns the label of a mint; undefined if the values leave no room even with a digest of the subject. */
export function createLabel(
  template: string,
  values: LabelValues,
  mint: string,
): string | undefined {
  const encode = (name: string) =>
    name === 'mint' ? mint : encodeURIComponent(getValue(name, values));
  const label = fill(template, encode);
  if (label.length <= MAX_LABEL) return label;
  const shorter = fill(template, (name) =>
    name === 'subject' ? digestSubject(values.subject) : encode(name),
  );
  return shorter.length <= MAX_LABEL ? shorter : undefined;
}

/** Reads the encoded values of a label by the names of their placeholders; undefined if the label is of another form. */
function readValues(template: string, label: string): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>();
  let position = 0;
  for (const [index, part] of split(template).entries()) {
    VALUE.lastIndex = position;
    const text = index % 2 === 0 ? part : VALUE.exec(label)?.[0];
    if (text === undefined || !label.startsWith(text, position)) return undefined;
    if (index % 2 === 1) values.set(part, text);
    position += text.length;
  }
  return position === label.length ? values : undefined;
}

/** Returns the id of the mint that a label has; undefined if it has none, or is of another form. */
export function readMintId(template: string, label: string): string | undefined {
  const id = readValues(template, label)?.get('mint');
  return id !== undefined && MINT_ID.test(id) ? id : undefined;
}

/** The owner of labels: a caller, whatever its role was. */
export interface OwnLabels extends Omit<LabelValues, 'role'> {
  readonly template: string;
}

/** Whether a label belongs to a caller. */
export function isOwnLabel({ template, ...own }: OwnLabels, label: string): boolean {
  const values = readValues(template, label);
  if (!values) return false;
  return [...values].every(([name, value]) => {
    if (name === 'role') return true;
    if (name === 'mint') return MINT_ID.test(value);
    // A longer name of a role may have left no room for the subject.
    if (name === 'subject' && value === digestSubject(own.subject)) return true;
    return value === encodeURIComponent(getValue(name, { ...own, role: '' }));
  });
}
