import type { Page } from '@playwright/test'

/**
 * Opens a page and waits until all its data has arrived. The news connection stays open, so the network is
 * never idle; instead this waits for the page's own loading marks to disappear.
 */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await settled(page)
}

export async function settled(page: Page): Promise<void> {
  // On a busy machine the old page stays for some frames after the address has changed.
  await page.waitForFunction(() => {
    const frame = document.querySelector<HTMLElement>('.moving:not([data-on])')
    const { href } = new URL(frame?.dataset['at'] ?? '', location.origin)
    return frame !== null && href === location.origin + location.pathname + location.search
  })
  await page.locator('h1:visible').first().waitFor()
  await filled(page)
}

/** Waits until nothing on the page is loading. */
export async function filled(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .bone, .ant-spin-spinning'))
}

/**
 * Navigates inside the program, as its links do, without a page load. Call {@link settled} afterwards.
 */
export const goOn = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
