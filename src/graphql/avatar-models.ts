import { MapperKind, mapSchema } from '@graphql-tools/utils';
import { GraphQLEnumType, type GraphQLSchema } from 'graphql';
import { z } from 'zod';
import type { AvatarModel } from '../contract/persona.ts';

/** Returns the name of an avatar model in the enum: cara-4-latest is CARA_4_LATEST. */
const toEnumName = (model: string) => model.toUpperCase().replace(/[^A-Z0-9]/g, '_');

/** Adds avatar models to the enum of a schema, for an upstream that supports more than the specification. */
export function withAvatarModels(schema: GraphQLSchema, models: readonly string[]): GraphQLSchema {
  if (models.length === 0) return schema;
  const addedValues = models.map((model) => [
    toEnumName(model),
    { value: model, description: `The model ${model}.` },
  ]);
  return mapSchema(schema, {
    [MapperKind.ENUM_TYPE]: (type) => {
      if (type.name !== 'AvatarModel') return undefined;
      const config = type.toConfig();
      return new GraphQLEnumType({
        ...config,
        values: { ...config.values, ...Object.fromEntries(addedValues) },
      });
    },
  });
}

/** Accepts any avatar model. The enum rejects unknown models, and may have more than the contract. */
export const anyAvatarModel = z.custom<AvatarModel>((model) => typeof model === 'string');
