/** The knowledge group of a new store. The tool search_handbook uses it. */
export const handbook = {
  id: '42eb80dc-a7c3-4599-8ff8-330c4d719ec7',
  name: 'Handbook',
  description: 'What everybody at the company can look up.',
};

/** The documents of that group. */
export const documents: readonly { id: string; filename: string; text: string }[] = [
  {
    id: '7d0b1d94-13f1-4f3f-9d8e-1c7a1f6f3a01',
    filename: 'handbook.md',
    text: `# Handbook

## Working hours

We work 38 hours a week, between seven in the morning and eight in the evening. Teams agree on the hours when everybody can be reached, usually from ten to three.

## Holidays

Everybody has 28 days of holiday a year, besides the public holidays. Up to five days can be carried over until the end of March. Please ask for a holiday of more than two weeks at least six weeks before it begins.

## Illness

Call or write to your team before nine if you are ill. From the fourth day, a doctor's note is needed. Days of illness during a holiday are given back.

## Travel

Take the train where it takes less than six hours. The travel desk books tickets and hotels, and answers within one working day. Keep the receipts: expenses are paid with the next salary.

## Parental leave

Parents can take up to twelve months of leave for each child, in up to three parts. The position stays open until they return.
`,
  },
  {
    id: '7d0b1d94-13f1-4f3f-9d8e-1c7a1f6f3a02',
    filename: 'questions.md',
    text: `# Frequently asked questions

## How do I get a new laptop?

Laptops are replaced after four years, or when a repair costs more than half of a new one. Open a request with the helpdesk, and choose a model and a keyboard layout. It arrives within a week.

## I have forgotten my password. What now?

Choose "Forgotten password" on the sign-in page. You receive a link on your phone that is valid for ten minutes. If you have no phone with you, the helpdesk at extension 200 can help.

## Who opens the door when I have lost my badge?

The reception on the ground floor gives out badges for a day. Report a lost badge at once, so that it can be blocked.

## Can I bring my dog?

Yes, if nobody in the room objects and the dog stays on a lead in the corridors. The canteen and the labs are for people only.
`,
  },
];
