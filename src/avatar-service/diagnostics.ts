import { DiagnosticEvent } from '../shared/diagnostic-event.ts';

export interface ServiceResponse {
  readonly method: string;
  /** The route, without ids. */
  readonly path: string;
  readonly status: number;
  readonly seconds: number;
}

export const serviceResponses = new DiagnosticEvent<ServiceResponse>('service-response');
