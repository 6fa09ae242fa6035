import { MapperKind, mapSchema } from '@graphql-tools/utils';
import { GraphQLEnumType, type GraphQLSchema } from 'graphql';
import { z } from 'zod';
import type { AvatarModel } from '../contract/persona.ts';

/** Name of an avatar model in the graph: cara-4-latest is CARA_4_LATEST. */
const enumName = (model: string) => model.toUpperCase().replace(/[^A-Z0-9]/g, '_');

/** The graph with avatar models beyond the specification's, which some service already has. */
export function withAvatarModels(schema: GraphQLSchema, models: readonly string[]): GraphQLSchema {
  if (models.length === 0) return schema;
  const further = models.map((model) => [
    enumName(model),
    { value: model, description: `The model ${model}.` },
  ]);
  return mapSchema(schema, {
    [MapperKind.ENUM_TYPE]: (type) => {
      if (type.name !== 'AvatarModel') return undefined;
      const config = type.toConfig();
      return new GraphQLEnumType({
        ...config,
        values: { ...config.values, ...Object.fromEntries(further) },
      });
    },
  });
}

/** The rule for an avatar model of an input: the enum has let only known ones pass, and they may be more than the contract's. */
export const anyKnownModel = z.custom<AvatarModel>((model) => typeof model === 'string');
