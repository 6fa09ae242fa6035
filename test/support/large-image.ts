import { seedImageBytes } from './seeds.ts';

/** Creates a valid PNG of `size` bytes, with an ancillary chunk of filler before its end. */
export function createLargeImage(size: number): Buffer[] {
  const png = seedImageBytes('png');
  const [start, end] = [png.subarray(0, -12), png.subarray(-12)];
  const extra = Buffer.alloc(size - png.length, 'x');
  extra.writeUInt32BE(extra.length - 12, 0);
  extra.write('teXt', 4, 'latin1');
  return [Buffer.from(start), extra, Buffer.from(end)];
}
