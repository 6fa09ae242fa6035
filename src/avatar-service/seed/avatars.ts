import avatars from './avatars.json' with { type: 'json' };

/** The avatars of a new store. `picture` is a file in pictures/. */
export { avatars };
