import { getNamedType, isObjectType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { expect, test } from 'vitest';
import { resources } from '../../src/contract/api.ts';
import { schema } from '../../src/graphql/schema.ts';
import { DOCUMENT } from '../support/operations.ts';

/** The fields that some operation selects, as `Type.field`. */
const selected = new Set<string>();
const typeInfo = new TypeInfo(schema);
visit(
  parse(DOCUMENT),
  visitWithTypeInfo(typeInfo, {
    Field: ({ name }) => {
      selected.add(`${typeInfo.getParentType()?.name}.${name.value}`);
    },
  }),
);

test.each(Object.keys(resources))('the operations select every field of the type of %s', (name) => {
  const field = schema.getQueryType()?.getFields()[name];
  const type = field && getNamedType(field.type);
  if (!isObjectType(type)) throw new Error(`The query ${name} returns no object.`);
  const fields = Object.keys(type.getFields()).map((each) => `${type.name}.${each}`);
  expect(fields.filter((each) => !selected.has(each))).toStrictEqual([]);
});
