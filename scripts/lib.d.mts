// What of lib.mjs the browser tests use.

/**
 * Builds apps/server/dist/bundle, unless it was built from these very sources. Resolves with an exit code, 0
 * when it is there.
 */
export function buildServer(): Promise<number>
/** A program and its arguments: the server as `npm start` runs it. */
export const serverCommand: [string, string[]]
export function serverEnv(): Record<string, string | undefined>
