import type { SeedAvatar } from './records.ts';

/** The avatars of a new store. */
export const avatars: readonly SeedAvatar[] = [
  {
    id: '47eaa099-2cb6-416d-86dc-283cf0480ff9',
    displayName: 'Iris',
    description: 'A young woman with dark curls and a mustard scarf.',
    displayTags: ['casual', 'young'],
    picture: 'iris.webp',
  },
  {
    id: '1509bb0a-9bf1-4331-8a11-8783593942a4',
    displayName: 'Tomas',
    description: 'A man in his forties with a trimmed beard and a green jumper.',
    displayTags: ['casual'],
    picture: 'tomas.jpg',
  },
  {
    id: 'f5ec52ed-0108-4475-92e1-bc7656670b14',
    displayName: 'Amara',
    description: 'A woman with a golden headwrap, hoop earrings and a teal blouse.',
    displayTags: ['elegant'],
    picture: 'amara.webp',
  },
  {
    id: '59ba1b0d-5c90-4158-a909-406c2e416788',
    displayName: 'Kenji',
    description: 'A man with round glasses and a white collar over a navy jumper.',
    displayTags: ['formal'],
    picture: 'kenji.png',
  },
  {
    id: '5d32fe61-985f-44e7-aa09-5ee82bb29976',
    displayName: 'Margit',
    description: 'An older woman with silver hair, pearls and a lilac cardigan.',
    displayTags: ['elegant', 'senior'],
    picture: 'margit.webp',
  },
  {
    id: '9a1e40b4-5815-4a99-99e2-d15364c7a500',
    displayName: 'Sami',
    description: 'A young man with wavy black hair and a coral shirt.',
    displayTags: ['casual', 'young'],
    picture: 'sami.jpg',
  },
  {
    id: '68b4aef7-3eaa-4e17-9d8a-4eace693ae2d',
    displayName: 'Freya',
    description: 'A young woman with freckles, a copper plait and a teal blouse.',
    displayTags: ['casual', 'young'],
    picture: 'freya.png',
  },
  {
    id: '142c8364-7806-4577-93e7-83e7eb04b39b',
    displayName: 'Otis',
    description: 'An older man with a grey moustache, a bow tie and a burgundy waistcoat.',
    displayTags: ['formal', 'senior'],
    picture: 'otis.webp',
  },
];
