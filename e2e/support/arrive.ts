import type { Page } from '@playwright/test'

/**
 * There, and with everything the page asked the server for. News keeps a connection open, so the network never falls silent:
 * the page itself says when it waits.
 */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await settled(page)
}

export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.moving[data-on]'))
  await page.locator('h1:visible').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .bone, .ant-spin-spinning'))
}

/** Goes on inside of the program, as its links do: a hundred screens, loaded once. */
export const goOn = (page: Page, path: string): Promise<void> =>
  page.evaluate(async (to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    // By the second frame the program says that it is under way.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }, path)
