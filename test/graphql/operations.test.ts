import { getNamedType, isObjectType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { expect, test } from 'vitest';
import { resources } from '../../src/contract/api.ts';
import { capitalize } from '../../src/contract/resource.ts';
import { schema } from '../../src/graphql/schema.ts';
import { DOCUMENT, DOCUMENTS } from '../support/operations.ts';

/** Returns the fields that a document selects, as `Type.field`. */
function listFields(document: string): ReadonlySet<string> {
  const selected = new Set<string>();
  const typeInfo = new TypeInfo(schema);
  visit(
    parse(document),
    visitWithTypeInfo(typeInfo, {
      Field: ({ name }) => {
        selected.add(`${typeInfo.getParentType()?.name}.${name.value}`);
      },
    }),
  );
  return selected;
}

const selected = listFields(DOCUMENT);

test.each(Object.keys(resources))('the operations select every field of the type of %s', (name) => {
  const field = schema.getQueryType()?.getFields()[name];
  const type = field && getNamedType(field.type);
  if (!isObjectType(type)) throw new Error(`The query ${name} returns no object.`);
  const fields = Object.keys(type.getFields()).map((each) => `${type.name}.${each}`);
  expect(fields.filter((each) => !selected.has(each))).toStrictEqual([]);
});

test('every query and mutation has an operation', () => {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {})
      .filter(({ deprecationReason }) => !deprecationReason)
      .map(({ name }) => `${type?.name}.${name}`),
  );
  expect(fields.filter((each) => !selected.has(each))).toStrictEqual([]);
});

/** The fields that require the scope records:read. */
const RAW = /(?<!^ToolConfig)\.(?:record|personaConfig|knowledge)$/;

test('only operations for raw JSON select it, and they select nothing else', () => {
  const raw = Object.entries(DOCUMENTS).flatMap(([name, document]) => {
    const fields = [...listFields(document)];
    return fields.some((field) => RAW.test(field)) ? [[name, fields] as const] : [];
  });
  expect(raw.map(([name]) => name).sort()).toStrictEqual(
    Object.keys(resources)
      .map((name) => `${capitalize(name)}Record`)
      .sort(),
  );
  const others = raw.flatMap(([, fields]) => fields.filter((field) => !RAW.test(field)));
  expect(others.filter((field) => !/^Query\.|\.id$/.test(field))).toStrictEqual([]);
});
