import type { Page } from '@playwright/test'

/**
 * There, and with everything the page asked the server for. News keeps a connection open, so the network never falls silent:
 * the page itself says when it waits.
 */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.locator('h1:visible').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .bone, .ant-spin-spinning'))
}
