/** The path of a Chromium that runs. */
export function findBrowser(): string
