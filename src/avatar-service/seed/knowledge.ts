/** The knowledge group of a new store. The tool search_handbook uses it. */
export const handbook = {
  id: '42eb80dc-a7c3-4599-8ff8-330c4d719ec7',
  name: 'Handbook',
  description: 'What everybody at the company can look up.',
};

/** The documents of that group, which are files in documents/. */
export const documents: readonly { id: string; filename: string }[] = [
  { id: '7d0b1d94-13f1-4f3f-9d8e-1c7a1f6f3a01', filename: 'handbook.md' },
  { id: '7d0b1d94-13f1-4f3f-9d8e-1c7a1f6f3a02', filename: 'questions.md' },
];
