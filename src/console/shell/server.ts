const { dataset } = document.documentElement;

/** Path of the API, which the server writes into its page. */
export const endpoint: string = dataset.endpoint ?? '/graphql';

/** Whether the server has an explorer. The server marks its page if there is none. */
export const hasExplorer: boolean = dataset.explorer !== 'off';

/** Whether the API uses the built-in avatar service. */
export const isBuiltIn: boolean = dataset.service === 'built-in';
