import { getOperationAST } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { publishDecision } from '../../policy/diagnostics.ts';
import type { Grant } from '../../policy/grant.ts';
import type { Documents as Operations } from '../../policy/policy.ts';
import { createClientError } from '../client-errors.ts';
import type { Documents } from './documents.ts';
import { findTrusted, TrustedDocuments } from './trusted-documents.ts';

/** Maximum length of the name of an operation that a decision is about, in characters. */
const MAX_NAME = 100;

/** The documents that the roles of a policy may run. */
export class RoleDocuments {
  readonly #documents: Documents;
  readonly #trusted = new WeakMap<Operations, TrustedDocuments>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** Returns the only documents of a caller's role; undefined if it may run any. */
  find(grant: Grant | undefined): TrustedDocuments | undefined {
    const operations = grant?.role?.documents;
    if (!operations) return undefined;
    const known = this.#trusted.get(operations);
    if (known) return known;
    const trusted = new TrustedDocuments(operations, this.#documents);
    this.#trusted.set(operations, trusted);
    return trusted;
  }

  /**
   * Returns the parameters with the text of a document that the role may run.
   * @throws GraphQLError FORBIDDEN for another one.
   */
  require(own: TrustedDocuments, params: GraphQLParams, grant: Grant | undefined): GraphQLParams {
    const found = findTrusted(own, params);
    if (typeof found === 'object') return found;
    if (!grant?.role) return params;
    const rule = `roles.${grant.role.name}.documents`;
    const message = 'Your role may run only certain documents, and this is not one of them.';
    const subject = `document ${this.#findName(params)}`.trim();
    publishDecision(grant, subject, {}, { outcome: 'refused', rule, message });
    if (grant.policy.isMeasured) return params;
    throw createClientError('FORBIDDEN', message, { rule });
  }

  /** Returns the name of the operation that a request asks for; an empty one if it has none, or sends an id only. */
  #findName({ query, operationName }: GraphQLParams): string {
    const document = typeof query === 'string' ? this.#documents.find(query) : undefined;
    const operation = document && getOperationAST(document.node, operationName);
    return operation?.name?.value.slice(0, MAX_NAME) ?? '';
  }
}
