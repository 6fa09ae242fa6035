import { z } from 'zod';
import { ForeignId, Timestamp } from './record.ts';

/** A text that is accepted, but never returned. */
export const SecretText = z
  .stringFormat('secret', () => true)
  .min(1)
  .max(4096);

/** A URL that can be fetched. `subject` begins the message if it is none. */
export const webUrl = (subject: string) =>
  z.url({ protocol: /^https?$/, error: `${subject} must be an absolute http or https URL.` });

/** A name that people choose. */
export const Name = z.string().min(1).max(100).regex(/\S/, 'The name must not be blank.');

/** Fields without limits, by their type. `alias` is the name in typed APIs, which have one name for one thing, if it differs. */
export const text = (description: string, alias?: string) =>
  z.string().meta({ description, alias });
export const flag = (description: string, alias?: string) =>
  z.boolean().meta({ description, alias });
export const count = (description: string, alias?: string) =>
  z.int32().meta({ description, alias });
export const number = (description: string) => z.number().describe(description);
export const time = (description: string, alias?: string) => Timestamp.meta({ description, alias });
export const link = (description: string) => z.url().describe(description);
export const texts = (description: string, alias?: string) =>
  z.array(z.string()).meta({ description, alias });
/** A list in responses, of which only the first `max` items are read. All are in the raw JSON. */
export const firstOf = <Item extends z.ZodType>(max: number, item: Item, description: string) =>
  z.array(item).max(max).describe(`${description} At most the first ${max}.`);
/** The id of a record that may not exist. */
export const reference = (description: string, alias?: string) =>
  ForeignId.meta({ description, alias });

export const TIMESTAMPS = {
  createdAt: time('When the record was created.'),
  updatedAt: time('When the record last changed.'),
};
