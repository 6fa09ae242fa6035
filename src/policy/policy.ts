import { hash } from 'node:crypto';
import { readMintId } from './label.ts';
import type { MintBlock } from './mint-schema.ts';
import { checkPolicy } from './parse-policy.ts';
import type { PolicyFile, PolicyInput } from './policy-schema.ts';
import type { Role as RoleRules } from './role-schema.ts';
import { ALL_SCOPES, type Scope } from './scopes.ts';

/** Documents by id. */
export type Documents = ReadonlyMap<string, string>;

/** A role in its compiled form, for decisions. */
export interface Role {
  readonly name: string;
  readonly rules: RoleRules;
  readonly scopes: ReadonlySet<Scope>;
  /** The rules of its mints; undefined if it mints nothing or anything. */
  readonly mint: MintBlock | undefined;
  /** The documents that may run in /graphql; undefined for any. */
  readonly documents: Documents | undefined;
  /** The tools that agents may call; undefined for any. */
  readonly tools: ReadonlySet<string> | undefined;
}

/** Reads the operations of one manifest of a role. */
export type ReadDocuments = (source: string) => Documents;

function createRole(rules: RoleRules, readDocuments: ReadDocuments): Role {
  const { name, scopes, documents, tools, mint } = rules;
  return {
    name,
    rules,
    scopes: new Set(scopes === 'all' ? ALL_SCOPES : scopes),
    mint: typeof mint === 'object' ? mint : undefined,
    documents: documents && new Map(documents.flatMap((source) => [...readDocuments(source)])),
    tools: tools && new Set(tools),
  };
}

/** A policy in use. It never changes: a reload creates a new one. */
export class Policy {
  /** Digest of its content. */
  readonly version: string;
  readonly file: PolicyFile;
  readonly roles: readonly Role[];
  /** The templates of labels. */
  readonly #templates: readonly string[];

  /** @throws what `readDocuments` throws. */
  constructor(file: PolicyFile, readDocuments: ReadDocuments) {
    this.file = file;
    this.roles = file.roles.map((rules) => createRole(rules, readDocuments));
    this.#templates = [...new Set(this.roles.flatMap(({ mint }) => mint?.clientLabel ?? []))];
    const documents = this.roles.map(({ documents }) => documents && [...documents]);
    this.version = hash('sha256', JSON.stringify([file, documents]), 'hex').slice(0, 12);
  }

  /** Whether the rules of roles only count and log what they would refuse. */
  get isMeasured(): boolean {
    return this.file.mode === 'measure';
  }

  /** Whether there is a limit of concurrent sessions, so the ends of sessions matter. */
  get hasLeases(): boolean {
    return this.roles.some(({ mint }) => mint?.concurrent !== undefined);
  }

  /** Returns the id of the mint whose session has a label; undefined if the label has none. */
  findMint(label: unknown): string | undefined {
    if (typeof label !== 'string') return undefined;
    return this.#templates
      .map((template) => readMintId(template, label))
      .find((id) => id !== undefined);
  }
}

/**
 * Creates the policy of an object, such as the option of `createServer`.
 * @throws PolicyError if it is not valid; what `readDocuments` throws.
 */
export const createPolicy = (input: PolicyInput, readDocuments: ReadDocuments): Policy =>
  new Policy(checkPolicy(input), readDocuments);
