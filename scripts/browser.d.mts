/** Where a Chromium is that runs. */
export function findBrowser(): string
