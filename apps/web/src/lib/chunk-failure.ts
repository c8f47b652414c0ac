/** Whether a script file failed to load: the connection broke, or a new version has replaced the file. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS|Loading chunk/i.test(error.message)
