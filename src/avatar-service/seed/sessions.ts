import type { SeedSession } from './session-records.ts';

const BROWSER = { client: 'js-sdk', clientVersion: '4.27.0', browser: 'Firefox' };
const PHONE = { client: 'js-sdk', clientVersion: '4.27.0', browser: 'Safari', isPhone: true };

/** The sessions of a new store, newest first. The first one is live until it is stopped. */
export const sessions: readonly SeedSession[] = [
  {
    id: '0d7a8f04-6d3c-4f0e-9a41-5c5d3d0b8a01',
    persona: 'Leo',
    clientLabel: 'tourist-office',
    clientMetadata: PHONE,
    hoursAgo: 0.1,
    exitStatus: null,
    turns: [
      {
        user: 'Hi, we have two hours before our train. What should we see?',
        persona:
          'Walk up to the castle garden. It takes ten minutes, and the view over the river is worth it. Are stairs a problem for anyone?',
        latencies: [0.21, 0.48, 0.19],
      },
      {
        user: 'No, stairs are fine.',
        persona:
          'Then take the steps behind the town hall. They are shady, and you come out at a small café.',
        latencies: [0.18, 0.41, 0.17],
      },
    ],
  },
  {
    id: '1b9d2f60-3e57-4c0a-8f0c-6c1f9a2d4b02',
    persona: 'Leo',
    clientLabel: 'tourist-office',
    clientMetadata: BROWSER,
    hoursAgo: 3,
    exitStatus: 'NORMAL_EXIT',
    isRecorded: true,
    turns: [
      {
        user: 'Is the branch on Harbour Street still open?',
        persona:
          'It is open until six today. From here it is a walk of seven minutes along the canal.',
        latencies: [0.2, 0.52, 0.22],
        tool: {
          id: 'call-opening-hours-1',
          name: 'check_opening_hours',
          type: 'server',
          subtype: 'webhook',
          arguments: { branch: 'Harbour Street' },
          result: '{"isOpen": true, "closesAt": "18:00"}',
          seconds: 0.64,
        },
      },
      {
        user: 'And is there anything to eat on the way?',
        persona:
          'Yes. Halfway there is a bakery with cheese rolls that sell out by noon, and a few steps further a stall with soup.',
        latencies: [0.19, 0.46, 0.2],
        interrupted: true,
      },
      {
        user: 'Soup sounds good. Thank you!',
        persona: 'Enjoy it. The pumpkin soup is the one to try.',
        latencies: [0.17, 0.38, 0.18],
      },
    ],
  },
  {
    id: '2c5e0b71-94d8-4f6b-a3c2-7d2e8b3f5c03',
    persona: 'Ines',
    clientLabel: 'language-school',
    clientMetadata: BROWSER,
    hoursAgo: 20,
    exitStatus: 'NORMAL_EXIT',
    isRecorded: true,
    turns: [
      {
        user: 'Hola, me llamo Tom.',
        persona: 'Hola, Tom. Encantada. ¿De dónde eres?',
        latencies: [0.24, 0.55, 0.21],
      },
      {
        user: 'Soy de Manchester. Yo gusta el fútbol.',
        persona: '¡Qué bien! Just one thing: me gusta el fútbol. ¿Con quién juegas?',
        latencies: [0.26, 0.61, 0.23],
      },
      {
        user: 'Juego con mis amigos el domingo.',
        persona: 'Perfecto. Los domingos is even better, because you play every week.',
        latencies: [0.22, 0.57, 0.2],
      },
    ],
  },
  {
    id: '3d1f6a82-05c9-4a7c-b4d3-8e3f7c4a6d04',
    persona: 'Clara',
    clientLabel: 'bank-lobby',
    clientMetadata: { client: 'kiosk', clientVersion: '2.1.0' },
    hoursAgo: 27,
    exitStatus: 'CLOSED_BY_ENGINE',
    turns: [
      {
        user: 'What does the basic account cost?',
        persona:
          'It has no monthly fee. Each paper transfer costs one euro fifty, and online transfers are free.',
        latencies: [0.23, 0.66, 0.24],
      },
      {
        user: 'When does the branch at the station open tomorrow?',
        persona:
          'I could not look that up just now. The opening hours are on the door and on our website.',
        latencies: [0.25, 0.72, 0.26],
        tool: {
          id: 'call-opening-hours-2',
          name: 'check_opening_hours',
          type: 'server',
          subtype: 'webhook',
          arguments: { branch: 'Station' },
          error: 'The webhook did not respond within 10 seconds.',
          seconds: 10,
        },
      },
      {
        user: 'All right, goodbye.',
        persona: 'Goodbye, and have a pleasant day.',
        latencies: [0.18, 0.4, 0.19],
        tool: {
          id: 'call-end-1',
          name: 'end_call',
          type: 'system',
          arguments: {},
          result: 'The session ends.',
          seconds: 0.01,
        },
      },
    ],
  },
  {
    id: '4e8a7b93-16da-4b8d-95e4-9f4a6d5b7e05',
    persona: 'Rosa',
    clientLabel: 'nurse-line',
    clientMetadata: PHONE,
    hoursAgo: 49,
    exitStatus: 'NORMAL_EXIT',
    keepsNoTranscript: true,
    turns: [
      { user: 'I slept badly again.', persona: 'For how long now?', latencies: [0.2, 0.5, 0.2] },
      { user: 'About a week.', persona: 'Then see a doctor.', latencies: [0.22, 0.58, 0.21] },
    ],
  },
  {
    id: '5f2b8ca4-27eb-4c9e-86f5-a05b5e6c8f06',
    persona: 'Vera',
    isEphemeral: true,
    clientLabel: 'chess-club',
    clientMetadata: BROWSER,
    hoursAgo: 75,
    exitStatus: 'ERROR',
    turns: [
      {
        user: 'My knight is on e5 and the queen is on d7. What do you see?',
        persona:
          'What is the queen protecting? If your knight takes there, count what you get back.',
        latencies: [0.27, 1.94, 0.35],
      },
      {
        user: 'So a fork on f7?',
        persona: 'Exactly. King and rook at once. Which piece could still spoil it?',
        latencies: [0.24, 1.52, 0.31],
      },
    ],
  },
  {
    id: '60c39db5-38fc-4daf-a706-b16c4f7d9a07',
    persona: 'Gita',
    clientLabel: 'cooking-app',
    clientMetadata: PHONE,
    hoursAgo: 98,
    exitStatus: 'NORMAL_EXIT',
    turns: [
      {
        user: 'I have no cream. Can I use something else?',
        persona: 'Yes, two spoons of yoghurt. Stir them in at the end, off the heat.',
        latencies: [0.19, 0.44, 0.18],
      },
      {
        user: 'Can you book a table for four on Friday, in case this goes wrong?',
        persona: 'The form is open, with four guests on Friday. I am sure you will not need it.',
        latencies: [0.21, 0.49, 0.2],
        tool: {
          id: 'call-booking-1',
          name: 'open_booking_form',
          type: 'client',
          arguments: { date: 'Friday', guests: 4 },
          result: 'submitted',
          seconds: 4.2,
        },
      },
    ],
  },
  {
    id: '71d4aec6-490d-4eb0-b817-c27d508ea108',
    persona: 'Nora',
    clientLabel: 'museum-tour',
    clientMetadata: BROWSER,
    hoursAgo: 140,
    exitStatus: 'NORMAL_EXIT',
    turns: [
      {
        user: 'Why is this painting completely blue?',
        persona:
          'The painter mixed this blue himself and had it registered. He wanted you to see a colour before you see a thing.',
        latencies: [0.2, 0.5, 0.21],
      },
      {
        user: 'I like it more now.',
        persona: 'That happens to many visitors. Step back three metres and look again.',
        latencies: [0.18, 0.43, 0.19],
      },
    ],
  },
];
