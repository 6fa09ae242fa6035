import { handbook } from './knowledge.ts';
import type { SeedTool } from './records.ts';

/**
 * The tools of a new store, of every type. No persona uses the first one, so that it can be deleted. System tools cannot
 * be changed.
 */
export const tools: readonly SeedTool[] = [
  {
    id: 'fb474e95-e2f0-4826-ba91-53bde3221553',
    name: 'show_product_card',
    description: 'Shows the card of a product on the page beside the conversation.',
    type: 'CLIENT',
    config: {
      parameters: {
        type: 'object',
        properties: { productId: { type: 'string', description: 'Id of the product to show.' } },
        required: ['productId'],
      },
      awaitResult: false,
      toolTimeoutSeconds: 10,
    },
    disableInterruptions: false,
  },
  {
    id: '980f951c-e392-4fcd-b6d4-d9b1cac733f4',
    name: 'open_booking_form',
    description:
      'Opens the booking form with the details from the conversation, and waits until the user submits it.',
    type: 'CLIENT',
    config: {
      parameters: {
        type: 'object',
        properties: {
          date: { type: 'string', format: 'date' },
          guests: { type: 'integer', minimum: 1, maximum: 12 },
        },
        required: ['date', 'guests'],
      },
      awaitResult: true,
      toolTimeoutSeconds: 120,
    },
    disableInterruptions: false,
  },
  {
    id: '7acfa1b6-1d31-43ab-bd3f-3fbf902456cf',
    name: 'check_opening_hours',
    description: 'Looks up whether a branch is open at a given time.',
    type: 'SERVER_WEBHOOK',
    config: {
      url: 'https://branches.example.com/opening-hours',
      method: 'GET',
      headers: { accept: 'application/json' },
      parameters: {
        type: 'object',
        properties: {
          branch: { type: 'string', description: 'Town or street of the branch.' },
          at: { type: 'string', format: 'date-time' },
        },
        required: ['branch'],
      },
    },
    disableInterruptions: false,
  },
  {
    id: 'e85a57fc-9b39-44c1-be12-7b35baaa7b43',
    name: 'report_a_problem',
    description: 'Files a report with the helpdesk and returns its number.',
    type: 'SERVER_WEBHOOK',
    config: {
      url: 'https://helpdesk.example.com/reports',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      bodyTemplate: '{"summary": "{{summary}}"}',
    },
    disableInterruptions: true,
  },
  {
    id: '4e64eff0-ad52-43c3-8c41-1c6db644c0fe',
    name: 'search_handbook',
    description: 'Searches the handbook and the frequently asked questions.',
    type: 'SERVER_RAG',
    config: {
      documentFolderIds: [handbook.id],
    },
    disableInterruptions: false,
  },
  {
    id: 'bfbfc1d9-fe27-4f1a-9db8-8d09aca93b03',
    name: 'end_call',
    description: 'Ends the session once the user has said goodbye.',
    type: 'SYSTEM',
    config: { action: 'end_call' },
    disableInterruptions: true,
  },
];

/**
 * Returns the id of a tool.
 * @throws Error if no tool has this name.
 */
export function findToolId(name: string): string {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`The tool ${name} does not exist.`);
  return tool.id;
}
