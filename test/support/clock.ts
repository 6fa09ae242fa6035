/** A clock that tests set. */
export function createClock(start: string) {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    add: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}
