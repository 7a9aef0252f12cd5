import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The two pages ours is measured against: a login form in plain HTML, and the same form in React
 * with nothing else.
 */

const STYLE = `body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#222}main{padding:24px 16px}h1{font-size:28px}
.row{display:flex;gap:8px;align-items:center;border:1px solid #999;border-radius:8px;padding:0 12px}
.row input{flex:1;border:0;font:inherit;height:48px}.agree{display:flex;gap:8px;margin:16px 0;align-items:center}
button{width:100%;height:48px;border:0;border-radius:8px;background:#06c;color:#fff;font:inherit}
#error{color:#b00;min-height:24px;margin:4px 0}`;

function page(body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="description" content="Log in">
<title>Log in</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body>${body}</body></html>`;
}

const PLAIN = page(`<main><h1>Log in</h1><form><label for="phone">Mobile number</label>
<div class="row"><span>+91</span><input id="phone" name="phone" inputmode="numeric" autocomplete="tel-national"
 maxlength="10" placeholder="10-digit number"></div><p id="error" role="alert"></p>
<label class="agree"><input type="checkbox"> I agree to the privacy policy</label>
<button id="go" type="submit">Get code</button></form></main>`);

const REACT = page('<div id="app"></div><script type="module" src="./main.jsx"></script>');

const REACT_LOGIN = `import { useState } from 'react';
import { createRoot } from 'react-dom/client';
function Login() {
  const [phone, setPhone] = useState('');
  const [error, setError] = useState('');
  const [agreed, setAgreed] = useState(false);
  const submit = (event) => {
    event.preventDefault();
    setError(/^[6-9]\\d{9}$/.test(phone) ? '' : 'Please check the phone number format');
  };
  return (
    <main>
      <h1>Log in</h1>
      <form onSubmit={submit}>
        <label htmlFor="phone">Mobile number</label>
        <div className="row">
          <span>+91</span>
          <input id="phone" value={phone} onChange={(event) => setPhone(event.target.value.replace(/\\D/g, ''))}
            inputMode="numeric" autoComplete="tel-national" maxLength={10} placeholder="10-digit number" />
        </div>
        <p id="error" role="alert">{error}</p>
        <label className="agree">
          <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
          I agree to the privacy policy
        </label>
        <button id="go" type="submit">Get code</button>
      </form>
    </main>
  );
}
createRoot(document.getElementById('app')).render(<Login />);
`;

const CONFIG = `export default {
  base: './',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', development: false } },
  build: { outDir: 'dist', modulePreload: { polyfill: false }, reportCompressedSize: false },
};
`;

/** Folders of the built floor pages. */
export interface FloorPages {
  readonly plain: string;
  readonly react: string;
}

/** Writes and builds the floor pages into a folder, with the project's own React and Vite. */
export function buildFloorPages(folder: string): FloorPages {
  const modules = join(import.meta.dirname, '..', '..', 'node_modules');
  const plain = join(folder, 'plain');
  const react = join(folder, 'react-login');

  for (const path of [plain, react]) mkdirSync(path);
  writeFileSync(join(plain, 'index.html'), PLAIN);
  writeFileSync(join(react, 'index.html'), REACT);
  writeFileSync(join(react, 'main.jsx'), REACT_LOGIN);
  writeFileSync(join(react, 'vite.config.mjs'), CONFIG);
  symlinkSync(modules, join(folder, 'node_modules'), 'dir');

  const vite = join(modules, 'vite', 'bin', 'vite.js');
  const done = spawnSync(process.execPath, [vite, 'build'], {
    cwd: react,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (done.status !== 0) throw new Error('the React floor page could not be built');

  return { plain, react: join(react, 'dist') };
}
