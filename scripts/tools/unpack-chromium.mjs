// Run by `find-chromium.mjs`: unpacks the Chromium from npm into the folder that it names.
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import chromium from '@sparticuz/chromium';

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const folder = process.argv[2];
mkdirSync(dirname(folder), { recursive: true });
// Two files of tests may get here at once, so the folder appears when it is complete, and the second copy is discarded.
const copy = mkdtempSync(`${folder}-`);
process.env.TMPDIR = copy;
// Only where it believes to run on Amazon Linux does the package unpack libraries.
process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x';
const program = await chromium.executablePath();
// Not for the account alone that unpacked it.
chmodSync(program, 0o755);
chmodSync(copy, 0o755);
writeFileSync(join(copy, 'fonts.conf'), FONTS);
try {
  renameSync(copy, folder);
} catch (error) {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  rmSync(copy, { recursive: true });
}
