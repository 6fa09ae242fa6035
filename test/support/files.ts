import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { readSample, tools } from './sample/records.ts';

const endings = { png: '.png', jpeg: '.jpg', webp: '.webp' };

/** The formats that an avatar's image may have. */
export type Format = keyof typeof endings;

/** Reads a portrait of that format. */
export const seedImageBytes = (format: Format): Uint8Array<ArrayBuffer> =>
  readSample(`portrait${endings[format]}`);

/** Returns a portrait as a file to upload. */
export const seedImage = (format: Format): File =>
  new File([seedImageBytes(format)], `portrait${endings[format]}`, { type: `image/${format}` });

/** Returns a spoken recording as a file of the media type `type`. */
export const seedSample = (type = 'audio/mpeg'): File =>
  new File([readSample('voice.mp3')], 'voice.mp3', { type });

/** Id of a tool that may be changed and deleted. */
export const seedTool: string = tools[0]?.id ?? '';

/** Creates a PDF with a page for each text, or with compressed content streams. */
export function pdf(pages: readonly (string | Buffer)[]): Buffer<ArrayBuffer> {
  const contents = pages.map((page) =>
    typeof page === 'string'
      ? deflateSync(`BT /F1 12 Tf 72 720 Td (${page.replace(/[\\()]/g, '\\$&')}) Tj ET`)
      : page,
  );
  const pageNumber = (index: number) => 4 + index * 2;
  const kids = contents.map((_, index) => `${pageNumber(index)} 0 R`).join(' ');
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageNumber(index) + 1} 0 R >>`,
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    ]),
  ];
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: string[] = [];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [index, object] of objects.entries()) {
    offsets.push(`${String(length()).padStart(10, '0')} 00000 n \n`);
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
  }
  const start = length();
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}

/** Creates content of `megabytes` that compresses to a thousandth. */
export const bomb = (megabytes: number, deflate: typeof deflateSync = deflateSync): Buffer =>
  deflate(Buffer.alloc(megabytes * 1024 * 1024, ' '));

interface Entry {
  readonly name: string;
  readonly packed: Buffer;
  readonly crc: number;
  readonly size: number;
}

const pack = (name: string, content: string): Entry => ({
  name,
  packed: deflateRawSync(content),
  crc: crc32(content),
  size: Buffer.byteLength(content),
});

function zip(entries: readonly Entry[]): Buffer<ArrayBuffer> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, packed, crc, size } of entries) {
    const file = Buffer.alloc(30);
    file.writeUInt32LE(0x04034b50, 0);
    file.writeUInt16LE(20, 4);
    file.writeUInt16LE(8, 8);
    file.writeUInt32LE(crc, 14);
    file.writeUInt32LE(packed.length, 18);
    file.writeUInt32LE(size, 22);
    file.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    file.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(offset, 42);
    files.push(file, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += file.length + name.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, central, end]);
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** Creates a DOCX with these paragraphs, or with a given main part. */
export function docx(content: readonly string[] | Pick<Entry, 'packed' | 'size'>) {
  const name = 'word/document.xml';
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  return zip([
    pack(
      '[Content_Types].xml',
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/${name}" ContentType="${MAIN}"/></Types>`,
    ),
    pack(
      '_rels/.rels',
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${name}"/></Relationships>`,
    ),
    'packed' in content
      ? { name, crc: 0, ...content }
      : pack(
          name,
          `<w:document xmlns:w="${WORD}"><w:body>${paragraphs(content)}</w:body></w:document>`,
        ),
  ]);
}

/** Creates a valid PNG of `size` bytes, with an ancillary chunk of filler before its end. */
export function createLargeImage(size: number): Buffer<ArrayBuffer>[] {
  const png = seedImageBytes('png');
  const [start, end] = [png.subarray(0, -12), png.subarray(-12)];
  const extra = Buffer.alloc(size - png.length, 'x');
  extra.writeUInt32BE(extra.length - 12, 0);
  extra.write('teXt', 4, 'latin1');
  return [Buffer.from(start), extra, Buffer.from(end)];
}

/** The boundary of forms in tests. */
export const BOUNDARY = 'b0undary';

/** Headers of such a form. */
export const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** Formats a part: text, or a file if it has a `filename`. */
export function part(name: string, content: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  const type = filename === undefined ? '' : 'content-type: image/png\r\n';
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n${type}\r\n${content}\r\n`;
}

/** Joins parts to a body. */
export const form = (...parts: readonly string[]): string => `${parts.join('')}--${BOUNDARY}--\r\n`;

/** Formats the part `operations` of an upload with these variables. */
export const operations = (variables: object = { file: null }, query = CREATE_AVATAR): string =>
  part('operations', JSON.stringify({ query, variables }));

/** Formats the part `map`. */
export const map = (paths: unknown = { 0: ['variables.file'] }): string =>
  part('map', JSON.stringify(paths));

/** Creates the options of a fetch that posts a form of these fields. */
export function createFormInit(fields: Record<string, string | File>): {
  method: 'POST';
  body: FormData;
} {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { method: 'POST', body };
}

/** A request that creates the avatar Ada in the REST API. */
export const createAvatarInit = (
  imageFile: File = seedImage('png'),
): ReturnType<typeof createFormInit> => createFormInit({ displayName: 'Ada', imageFile });

/** A document that creates an avatar from the uploaded file `$file`. */
export const CREATE_AVATAR =
  'mutation Upload($file: Upload!) { createAvatar(input: { displayName: "Ada", image: { file: $file } }) { avatar { id } } }';

/** Creates a GraphQL multipart request, with `files` by the path of their variable. */
export function multipart(operations: object, files: Record<string, File>): FormData {
  const body = new FormData();
  const paths = Object.keys(files).map((path, index) => [index, [`variables.${path}`]]);
  body.set('operations', JSON.stringify(operations));
  body.set('map', JSON.stringify(Object.fromEntries(paths)));
  for (const [index, file] of Object.values(files).entries()) body.set(String(index), file);
  return body;
}

/** Creates the request that creates an avatar from an image. */
export const createAvatarForm = (image: File): FormData =>
  multipart({ query: CREATE_AVATAR, variables: { file: null } }, { file: image });

/** Creates a WAV of silence of that size in bytes. */
export function createSilence(bytes: number): Uint8Array<ArrayBuffer> {
  const wav = new Uint8Array(bytes);
  const view = new DataView(wav.buffer);
  const start = Buffer.from(wav.buffer);
  start.write('RIFF', 0, 'latin1');
  view.setUint32(4, bytes - 8, true);
  start.write('WAVEfmt ', 8, 'latin1');
  view.setUint32(16, 16, true);
  // 16,000 samples of 16 bits a second.
  view.setUint32(20, 0x0001_0001, true);
  view.setUint32(24, 16_000, true);
  view.setUint32(28, 32_000, true);
  view.setUint32(32, 0x0010_0002, true);
  start.write('data', 36, 'latin1');
  view.setUint32(40, bytes - 44, true);
  return wav;
}

/** Returns a WAV as a file to upload. */
export const recording = (): File =>
  new File([createSilence(64_000)], 'voice.wav', { type: 'audio/wav' });
