import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { fakeService, sendJson } from '../support/fake-service.ts';
import {
  bodyProblems,
  formSchema,
  type JsonSchema,
  operationAt,
  PRINTED,
  parameterProblems,
} from '../support/openapi.ts';

const FORMATS: Readonly<Record<string, (random: () => number) => string>> = {
  'date-time': (random) => new Date(1.7e12 + random() * 1e11).toISOString(),
  uri: (random) => `https://files.example/${Math.floor(random() * 1e6)}`,
};

const uuid = (random: () => number) =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () =>
    Math.floor(random() * 16).toString(16),
  );

/** Probability of a null in place of a value. */
const PROBABILITY = 0.1;

/**
 * Where answers have nulls: nowhere, in place of properties that their schema does not require, or of any value below the
 * whole answer. Where nulls can be, properties that are not required can be missing as well.
 */
export type Nulls = 'none' | 'optional' | 'anywhere';

/** Makes values that are valid for the schemas of a document, except for nulls. */
class ValueMaker {
  readonly #document: ResponseDocument;
  readonly #random: () => number;
  readonly #nulls: Nulls;

  constructor(document: ResponseDocument, random: () => number, nulls: Nulls) {
    this.#document = document;
    this.#random = random;
    this.#nulls = nulls;
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  /** Whether a value is left out or null. */
  #isNull(isRequired: boolean): boolean {
    const canBe = this.#nulls === 'anywhere' || (this.#nulls === 'optional' && !isRequired);
    return canBe && this.#random() < PROBABILITY;
  }

  #makeOrNull(schema: JsonSchema, isRequired: boolean): unknown {
    return this.#isNull(isRequired) ? null : this.make(schema);
  }

  make(given: JsonSchema): unknown {
    const name = given.$ref?.split('/').at(-1);
    const schema = name === undefined ? given : (this.#document.components.schemas[name] ?? {});
    if (schema.enum) return this.#pick(schema.enum);
    const alternatives = schema.anyOf ?? schema.oneOf;
    const alternative = alternatives && this.#pick(alternatives);
    if (alternative) return this.make(alternative);
    switch (this.#pick([schema.type ?? 'object'].flat())) {
      case 'object':
        return this.#makeObject(schema);
      case 'array':
        return Array.from({ length: Math.floor(this.#random() * 4) }, () =>
          this.#makeOrNull(schema.items ?? {}, true),
        );
      case 'string':
        return (FORMATS[schema.format ?? ''] ?? uuid)(this.#random);
      case 'integer':
        return Math.floor(this.#random() * 100);
      case 'number':
        return this.#random();
      case 'boolean':
        return this.#random() < 0.5;
      default:
        return null;
    }
  }

  #makeObject({ properties = {}, required = [] }: JsonSchema) {
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, property]) => {
        const isRequired = required.includes(name);
        const isMissing = !isRequired && this.#isNull(false);
        return isMissing ? [] : [[name, this.#makeOrNull(property, isRequired)]];
      }),
    );
  }
}

/** Gives a record the id that was asked for, unless it is null. */
function withId(value: unknown, template: string, path: string): unknown {
  const isRecord = typeof value === 'object' && value !== null && Reflect.get(value, 'id') != null;
  const index = template.split('/').indexOf('{id}');
  return isRecord && index > 0 ? { ...value, id: path.split('/')[index] } : value;
}

/**
 * Starts an upstream that checks every request by the printed contract, and answers with values that are made from the
 * schemas of a document. The same seed makes the same values for the same requests.
 */
export async function startStrictMock(document: ResponseDocument, seed: number, nulls: Nulls) {
  const random = fc.sample(
    fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
    {
      seed,
      numRuns: 1,
    },
  )[0];
  const maker = new ValueMaker(document, () => random?.next().value ?? 0, nulls);
  const violations: string[] = [];
  const operations = new Set<string>();
  const { url } = await fakeService((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://upstream');
    const operationId = operationAt(request.method ?? '', pathname);
    const printed = PRINTED.get(operationId ?? '');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (operationId === undefined || !printed) {
        violations.push(`There is no ${request.method} ${pathname}.`);
        response.writeHead(404).end();
        return;
      }
      operations.add(operationId);
      const isForm = request.headers['content-type']?.startsWith('multipart/') ?? false;
      const text = Buffer.concat(chunks).toString();
      const problems = [
        ...parameterProblems(operationId, searchParams),
        ...(isForm && !formSchema(operationId) ? ['It takes no form.'] : []),
        ...(isForm || text === '' ? [] : bodyProblems(operationId, JSON.parse(text))),
        ...(printed.requestBody && text === '' ? ['The body is missing.'] : []),
      ];
      violations.push(...problems.map((problem) => `${operationId}: ${problem}`));
      const [status = '200'] = Object.keys(printed.responses);
      const schema = printed.responses[status]?.content?.['application/json']?.schema;
      if (schema)
        sendJson(response, Number(status), withId(maker.make(schema), printed.path, pathname));
      else response.writeHead(Number(status)).end();
    });
  });
  return { url, violations, operations };
}

/** An OpenAPI document, as far as responses are made from it. */
export interface ResponseDocument {
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** The REST contract as it is printed. */
export const printedDocument = (): ResponseDocument =>
  JSON.parse(readFileSync('schema/openapi.json', 'utf8'));
