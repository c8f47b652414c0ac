import { expect, type Locator, type Page } from '@playwright/test'

/** Picks from a select, by typing where it is searched; `shown` is what the option says, where that is something else. */
export async function choose(
  within: Page | Locator,
  label: string,
  typed: string,
  shown = typed,
): Promise<void> {
  const box = within.getByRole('combobox', { name: label, exact: false }).first()
  await box.click()
  if (await box.isEditable()) await box.fill(typed)
  const page = 'page' in within ? within.page() : within
  const list = page.locator('.ant-select-dropdown:visible')
  const option = list.getByTitle(shown, { exact: false }).first()
  await option.waitFor()
  // What was typed may bring other options just as one is clicked: then it is clicked again. Chosen, the list fades, and is out of the way.
  await expect(async () => {
    if ((await list.count()) > 0) await option.click({ timeout: 2000 })
    await expect(list).toHaveCount(0, { timeout: 2000 })
  }).toPass({ timeout: 30_000 })
}

/** Picks what a select offers first. */
export async function chooseFirst(page: Page, label: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label })
  await box.click()
  const list = page.locator('.ant-select-dropdown:visible')
  await expect(list.locator('.ant-select-item-option-active')).toBeVisible()
  await box.press('Enter')
  await expect(list).toHaveCount(0)
}
