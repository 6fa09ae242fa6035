import { builder } from './builder.ts';
import { ERROR_CODES } from './error-codes.ts';

const values = Object.entries(ERROR_CODES).map(([code, description]) => [code, { description }]);

builder.enumType('ErrorCode', {
  description:
    '`extensions.code` of every error. `extensions.requestId` identifies the request in the logs.',
  values: Object.fromEntries(values),
});
