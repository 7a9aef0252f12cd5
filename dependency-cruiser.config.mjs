import { cruiseOptions, dependencyRules } from './tools/lint-rules/dependency-rules.ts';

/** For dependency-cruiser on the command line, as `npm run graph` runs it. */
export default { ...dependencyRules, options: cruiseOptions };
