import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Difference of a pixel from which it counts, from 0 to 1. Less is how fonts are drawn; so is the edge of a letter. */
const THRESHOLD = 0.2;

/** Pixels of a picture that may differ: about a letter. */
const MAX_PIXELS = 30;

/** Returns a picture on a canvas of at least this size. */
function enlarge(picture: PNG, width: number, height: number): PNG {
  if (picture.width === width && picture.height === height) return picture;
  const canvas = new PNG({ width, height });
  PNG.bitblt(picture, canvas, 0, 0, picture.width, picture.height, 0, 0);
  return canvas;
}

/** Returns a picture of where two pictures differ; undefined if they look the same. */
export function findDifference(expected: Buffer, actual: Buffer): Buffer | undefined {
  const pictures = [PNG.sync.read(expected), PNG.sync.read(actual)] as const;
  const width = Math.max(...pictures.map((picture) => picture.width));
  const height = Math.max(...pictures.map((picture) => picture.height));
  const [before, after] = pictures.map((picture) => enlarge(picture, width, height).data);
  const difference = new PNG({ width, height });
  const options = { threshold: THRESHOLD };
  const count = pixelmatch(
    before ?? pictures[0].data,
    after ?? pictures[1].data,
    difference.data,
    width,
    height,
    options,
  );
  return count > MAX_PIXELS ? PNG.sync.write(difference) : undefined;
}
