import type { Locator, Page } from '@playwright/test'

/** Picks from a select, by typing where it is searched; `shown` is what the option says, where that is something else. */
export async function choose(within: Page | Locator, label: string, typed: string, shown = typed): Promise<void> {
  const box = within.getByRole('combobox', { name: label, exact: false }).first()
  await box.click()
  if (await box.isEditable()) await box.fill(typed)
  const page = 'page' in within ? within.page() : within
  await page.locator('.ant-select-dropdown:visible').getByTitle(shown, { exact: false }).first().click()
}
