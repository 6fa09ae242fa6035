import tools from './tools.json' with { type: 'json' };

/**
 * The tools of a new store, of every type. No persona uses the first one, so that it can be deleted. System tools cannot
 * be changed.
 */
export { tools };
