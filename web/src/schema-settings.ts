/**
 * Zod compiles schemas with `new Function` where it may. The policy of the pages forbids that, and the attempt alone is
 * reported as a violation. Read when the first schema is made, so this module is loaded before every other. It sets the global and does
 * not import Zod, which would make schemas first.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
