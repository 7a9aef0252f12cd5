// Loaded before every script of package.json; written so that an old Node can read it to say that it is too old.
const OLDEST_MAJOR = 18;

if (Number(process.versions.node.split('.')[0]) < OLDEST_MAJOR) {
  console.error(`Noren needs Node ${OLDEST_MAJOR} or newer; this is Node ${process.versions.node}.`);
  process.exit(1);
}
