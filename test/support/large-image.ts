import { seedImageBytes } from './seeds.ts';

/** A picture of `size` bytes: a real one, with what readers of a PNG pass over before its end. */
export function largePicture(size: number): Buffer[] {
  const png = seedImageBytes('png');
  const [beginning, end] = [png.subarray(0, -12), png.subarray(-12)];
  const extra = Buffer.alloc(size - png.length, 'x');
  extra.writeUInt32BE(extra.length - 12, 0);
  extra.write('teXt', 4, 'latin1');
  return [Buffer.from(beginning), extra, Buffer.from(end)];
}
