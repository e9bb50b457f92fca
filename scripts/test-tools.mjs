// `npm run test:tools` installs the programs that `npm test` would do without.
import { installTools } from './tools/ensure-tools.mjs';

try {
  installTools();
  console.log('Chromium and MariaDB are installed.');
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
