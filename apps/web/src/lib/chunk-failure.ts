/** A file of the program did not come: the line was cut, or a new version has replaced it. */
export const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|preload CSS|Loading chunk/i.test(error.message)
