// Loaded before every script of package.json; written so that an old Node can read it to say that it is too old.
const OLDEST_MAJOR = 18;

if (process.platform === 'win32') {
  console.error(
    'Noren does not run on Windows itself: run it in WSL 2 (learn.microsoft.com/windows/wsl/install).',
  );
  process.exit(1);
}
if (Number(process.versions.node.split('.')[0]) < OLDEST_MAJOR) {
  console.error(
    `Noren needs Node ${OLDEST_MAJOR} or newer; this is Node ${process.versions.node}.`,
  );
  process.exit(1);
}
