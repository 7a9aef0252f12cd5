// Loaded before the scripts of package.json that use Noren's settings: reads them from `.env` of the project's folder. A
// variable that is set already stays. The tests start the same tools without it.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const file = join(__dirname, '..', '.env');

if (existsSync(file)) {
  if (process.loadEnvFile === undefined) {
    console.error(
      `${file} is not read: that needs Node 20.12 or newer, and this is Node ${process.versions.node}. Set the variables in the shell.`,
    );
  } else {
    try {
      process.loadEnvFile(file);
    } catch (error) {
      console.error(`${file} cannot be read: ${error.message}`);
      process.exit(1);
    }
  }
}
