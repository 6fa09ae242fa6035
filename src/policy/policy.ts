import { hash } from 'node:crypto';
import { ALL_GUESTS } from './guests.ts';
import { readMintId } from './label.ts';
import type { PolicyFile } from './policy-schema.ts';
import { getMintBlock, type Role as RoleRules } from './role-schema.ts';
import { ALL_SCOPES, type Scope } from './scopes.ts';

/** A role in its compiled form, for decisions. */
export interface Role {
  readonly name: string;
  readonly rules: RoleRules;
  readonly scopes: ReadonlySet<Scope>;
}

const createRole = (rules: RoleRules): Role => ({
  name: rules.name,
  rules,
  scopes: new Set(rules.scopes === 'all' ? ALL_SCOPES : rules.scopes),
});

/** A policy in use. It never changes: a reload creates a new one. */
export class Policy {
  /** Digest of its content. */
  readonly version: string;
  readonly file: PolicyFile;
  readonly roles: readonly Role[];
  /** The role that guests have, and nobody else. */
  readonly guestRole: Role | undefined;
  /** Who has mints of several subjects, too; undefined if nobody has. */
  readonly sharedHolder: string | undefined;
  /** The templates of labels: one, if a role has only its own sessions. */
  readonly templates: readonly string[];

  constructor(file: PolicyFile) {
    this.file = file;
    this.roles = file.roles.map(createRole);
    this.sharedHolder = file.guests && ALL_GUESTS;
    this.guestRole = this.roles.find(({ name }) => name === file.guests?.role);
    this.templates = [
      ...new Set(file.roles.flatMap((role) => getMintBlock(role)?.clientLabel ?? [])),
    ];
    this.version = hash('sha256', JSON.stringify(file), 'hex').slice(0, 12);
  }

  /** Returns the id of the mint whose session has a label; undefined if the label has none. */
  findMint(label: unknown): string | undefined {
    if (typeof label !== 'string') return undefined;
    return this.templates
      .map((template) => readMintId(template, label))
      .find((id) => id !== undefined);
  }
}
