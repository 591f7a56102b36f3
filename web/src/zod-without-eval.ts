/**
 * Zod compiles schemas with `new Function` where it may. The policy of the pages forbids that, and the attempt alone is
 * reported as a violation. Read when the first schema is made, so this module has to come before every other; it sets the
 * global and does not import Zod, which pages load with their own files.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
