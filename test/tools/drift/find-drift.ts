import type { Shape } from './read-shapes.ts';

const list = (values: ReadonlySet<string>) => [...values].sort().join(' or ');

/** Returns the values of one set that another lacks; none if the other is empty, which allows any. */
const findOthers = (values: ReadonlySet<string>, known: ReadonlySet<string>) =>
  known.size === 0 ? [] : [...values].filter((value) => !known.has(value));

/**
 * Returns how a service differs from the contract, a sentence for each difference. Of what one side does not have at all,
 * only the outermost part is named.
 * @param path where both shapes are, such as `POST /v1/personas request`.
 */
export function findDrift(contract: Shape, service: Shape, path = ''): string[] {
  const at = (name: string) => {
    if (name === '[]') return `${path}[]`;
    return / (query|request|response)/.test(path) ? `${path}.${name}` : `${path} ${name}`.trim();
  };
  const types = findOthers(service.types, contract.types);
  const isResponse = path.includes(' response');
  return [
    ...(types.length > 0
      ? [`${path} is ${list(service.types)}, and ${list(contract.types)} in the contract.`]
      : []),
    ...findOthers(service.values, contract.values).map(
      (value) => `${path} has the value ${value}, which the contract does not have.`,
    ),
    // The contract accepts responses without what a service promises.
    ...[...(isResponse ? [] : service.required)]
      .filter((name) => contract.properties.has(name) && !contract.required.has(name))
      .map((name) => `${at(name)} is required, and optional in the contract.`),
    ...[...service.properties].flatMap(([name, property]) => {
      const known = contract.properties.get(name);
      if (known) return findDrift(known, property, at(name));
      // An object without listed properties is JSON of any form.
      return path !== '' && contract.properties.size === 0
        ? []
        : [`${at(name)} is not in the contract.`];
    }),
    ...[...contract.properties.keys()]
      .filter((name) => !service.properties.has(name) && service.properties.size > 0)
      .map((name) => `${at(name)} is in the contract only.`),
  ];
}
