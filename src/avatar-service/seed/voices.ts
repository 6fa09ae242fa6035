import voices from './voices.json' with { type: 'json' };

/** The voices of a new store, newest first. `sample` is a file in samples/. */
export { voices };
