/**
 * In React's own chunk (see vite.config.ts), whose modules run only once something imports them: so
 * React starts in a task of its own, and not in the shell's.
 */
export { createRoot, hydrateRoot } from 'react-dom/client';
