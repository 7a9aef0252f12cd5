/**
 * `vite.config.ts` puts this into React's chunk, where a module runs only once it is imported. So
 * React starts in a task of its own and not in the shell's.
 */
export { createRoot, hydrateRoot } from 'react-dom/client';
