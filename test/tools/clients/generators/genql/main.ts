import { createClient } from './generated/index.ts';

const [, , url = ''] = process.argv;

const client = createClient({ url });
const { personas } = await client.query({
  personas: { __args: { search: 'museum' }, items: { name: true, avatar: { imageUrl: true } } },
});
const { createPersona } = await client.mutation({
  createPersona: { __args: { input: { name: 'Ada' } }, persona: { name: true } },
});
const [first] = personas?.items ?? [];

process.stdout.write(
  JSON.stringify({
    persona: first?.name,
    hasImage: first?.avatar?.imageUrl?.startsWith('http'),
    created: createPersona?.persona.name,
  }),
);
