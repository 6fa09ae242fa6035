import { DiagnosticEvent } from '../shared/diagnostic-event.ts';

/** A response of the built-in avatar service. */
export interface ServiceResponse {
  readonly method: string;
  /** The route, without ids. */
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
}

export const serviceResponses = new DiagnosticEvent<ServiceResponse>('service-response');
