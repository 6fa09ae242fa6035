const RATE = 16_000;
const SECONDS = 2;

/** Creates a WAV of two seconds with a tone of changing volume. */
export function recording(): File {
  const samples = RATE * SECONDS;
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1) {
    const swell = Math.sin((Math.PI * at) / (RATE / 4)) ** 2;
    const tone = Math.sin((2 * Math.PI * 180 * at) / RATE);
    wav.writeInt16LE(Math.round(8_000 * swell * tone), 44 + at * 2);
  }
  return new File([wav], 'voice.wav', { type: 'audio/wav' });
}
