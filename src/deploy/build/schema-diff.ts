/** Prints the changes since the last release, and fails if one has no changeset. */
import { diffRelease } from './release-diff.ts';

const { text, isAnnounced } = diffRelease('.');
process.stdout.write(text);
process.exitCode = isAnnounced ? 0 : 1;
