/** The first bytes of each media type, in hexadecimal digits. */
const SIGNATURES = {
  'image/jpeg': /^ffd8ff/,
  'image/png': /^89504e470d0a1a0a/,
  'image/webp': /^52494646.{8}57454250/,
  'audio/wav': /^52494646.{8}57415645/,
  'audio/mpeg': /^(?:494433|fff[23ab]|ffe[23])/,
  'audio/ogg': /^4f676753/,
  'audio/webm': /^1a45dfa3/,
  'audio/mp4': /^.{8}66747970/,
} as const;

/** Number of bytes that {@link detectFileType} reads. */
export const SIGNATURE_BYTES = 12;

export type DetectedFileType = keyof typeof SIGNATURES;

const isDetected = (type: string): type is DetectedFileType => Object.hasOwn(SIGNATURES, type);

/** Returns the media type of an image or a recording by its first bytes; undefined for other files. */
export function detectFileType(bytes: Uint8Array): DetectedFileType | undefined {
  const start = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString('hex');
  return Object.keys(SIGNATURES)
    .filter(isDetected)
    .find((type) => SIGNATURES[type].test(start));
}
