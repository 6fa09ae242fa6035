import personas from './personas.json' with { type: 'json' };

/** The personas of a new store, newest first. Some share an avatar, a voice or a part of the name. */
export { personas };
