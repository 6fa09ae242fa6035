import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

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
