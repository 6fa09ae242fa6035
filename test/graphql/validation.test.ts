import { getNamedType, isEnumType, isInputObjectType, isObjectType } from 'graphql';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { schema } from '../../src/graphql/schema.ts';
import { fakeService, reply } from '../support/fake-service.ts';
import { ANSWER } from '../support/openapi.ts';
import { OPERATIONS } from '../support/operations.ts';
import { start } from '../support/start.ts';
import { ROOT_FIELDS, runField } from './root-fields.ts';

/** Returns the schema that the plugin for zod validates a field or an argument with; undefined if it has none. */
function findRule(extensions: object): z.ZodType | undefined {
  const { validate } = Object(Reflect.get(extensions, 'pothosOptions'));
  return validate?.schema instanceof z.ZodType ? validate.schema : undefined;
}

/** All arguments, with the rules of their own and of their field. */
const ARGUMENTS = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__'))
  .flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) =>
      field.args.map((argument) => ({
        path: `${type.name}.${field.name}(${argument.name})`,
        type: getNamedType(argument.type),
        rule: findRule(argument.extensions) ?? findRule(field.extensions),
        isOwn: findRule(argument.extensions) !== undefined,
      })),
    ),
  );

/** Types all of whose values are valid. */
const WITHOUT_RULE = ['Boolean', 'DateTime'];

test('every argument with a value that can be invalid has a rule, and an input has one of its own', () => {
  const wrong = ARGUMENTS.filter(
    ({ type, rule, isOwn }) =>
      !WITHOUT_RULE.includes(type.name) &&
      !isEnumType(type) &&
      (isInputObjectType(type) ? !isOwn : !rule),
  );
  expect(wrong.map(({ path }) => path)).toStrictEqual([]);
  expect(ARGUMENTS.length).toBeGreaterThan(100);
});

/** Arguments that the other operations do not have. */
const STATISTICS = `{
  sessionStatistics(personaId: "p1", apiKeyId: "k1", clientLabel: "kiosk") { from }
  persona(id: "p1") { statistics(apiKeyId: "k1", clientLabel: "kiosk") { from } }
}`;

test('every rule runs when its field is selected', async () => {
  const rules = ARGUMENTS.flatMap(({ path, rule }) =>
    rule ? [{ path, run: vi.spyOn(rule._zod, 'run') }] : [],
  );
  const upstream = await fakeService(reply(200, ANSWER));
  const api = await start({ upstream, extensions: 'all' });
  for (const field of ROOT_FIELDS) await runField(api, field);
  for (const operation of OPERATIONS) await api.runNamed(operation.name, operation);
  await api.run(STATISTICS);
  const idle = rules.filter(({ run }) => run.mock.calls.length === 0);
  expect(idle.map(({ path }) => path)).toStrictEqual([]);
});
