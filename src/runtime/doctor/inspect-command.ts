/** Name of the hidden command that prints the result of `inspectConfiguredStore` as JSON. */
export const INSPECT_STORE = 'inspect-store';
