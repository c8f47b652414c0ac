import type { Page } from '@playwright/test'

/**
 * There, and with everything the page asked the server for. News keeps a connection open, so the network
 * never falls silent:
 * the page itself says when it waits.
 */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await settled(page)
}

export async function settled(page: Page): Promise<void> {
  // On a busy machine the page before stands for some frames after the address has changed.
  await page.waitForFunction(() => {
    const frame = document.querySelector<HTMLElement>('.moving:not([data-on])')
    const { href } = new URL(frame?.dataset['at'] ?? '', location.origin)
    return frame !== null && href === location.origin + location.pathname + location.search
  })
  await page.locator('h1:visible').first().waitFor()
  await filled(page)
}

/** Nothing on the page still waits for an answer. */
export async function filled(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .bone, .ant-spin-spinning'))
}

/**
 * Goes on inside of the program, as its links do: a hundred screens, loaded once. Wait with {@link settled}.
 */
export const goOn = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
