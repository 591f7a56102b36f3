/**
 * Zod compiles schemas with `new Function` if it can. The pages' content security policy forbids that, and even the
 * attempt is reported as a violation. Zod reads this setting when the first schema is created, so this module must load
 * before every other. It sets the global itself: importing Zod would create schemas first.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
