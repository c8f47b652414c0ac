// Types of the parts of lib.mjs that the browser tests use.

/**
 * Builds apps/server/dist/bundle unless it was built from these sources. Resolves with an exit code, 0 if the
 * bundle exists.
 */
export function buildServer(): Promise<number>
/** The program and arguments with which `npm start` runs the server. */
export const serverCommand: [string, string[]]
export function serverEnv(): Record<string, string | undefined>
