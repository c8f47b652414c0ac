import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, findLocal } from '../../apps/server/src/kernel/time.ts'

/** Finds a select by its label: its input, the whole element and the open list. */
function findSelect(within: Page | Locator, label: string) {
  const page = 'page' in within ? within.page() : within
  const box = page.getByRole('combobox', { name: label, exact: false })
  const whole = within.locator('.ant-select').filter({ has: box }).first()
  return { box: whole.getByRole('combobox'), whole, list: page.locator('.ant-select-dropdown:visible') }
}

/**
 * Picks an option of a select, and types if the select has a search. `shown` is the text of the option if it
 * differs from `typed`. It retries until the select shows the choice, because the list may close or change
 * its options just at the click.
 */
export async function choose(
  within: Page | Locator,
  label: string,
  typed: string,
  shown = typed,
): Promise<void> {
  const { box, whole, list } = findSelect(within, label)
  const chosen = whole.locator('.ant-select-content, .ant-select-selection-item').filter({ hasText: shown })
  await expect(async () => {
    if ((await chosen.count()) === 0) {
      if ((await box.getAttribute('aria-expanded')) !== 'true') await box.click({ timeout: 2000 })
      if (await box.isEditable()) await box.fill(typed)
      await list.getByTitle(shown, { exact: false }).first().click({ timeout: 4000 })
    }
    await expect(chosen).not.toHaveCount(0, { timeout: 2000 })
    await expect(list).toHaveCount(0, { timeout: 2000 })
  }).toPass({ timeout: 30_000 })
}

/** Picks the first option of a select. */
export async function chooseFirst(page: Page, label: string): Promise<void> {
  const { box, whole, list } = findSelect(page, label)
  const chosen = whole.locator('.ant-select-content-has-value, .ant-select-selection-item')
  await expect(async () => {
    if ((await chosen.count()) === 0) {
      if ((await box.getAttribute('aria-expanded')) !== 'true') await box.click({ timeout: 2000 })
      await expect(list.locator('.ant-select-item-option-active')).toBeVisible({ timeout: 4000 })
      await box.press('Enter')
    }
    await expect(chosen).not.toHaveCount(0, { timeout: 2000 })
    await expect(list).toHaveCount(0, { timeout: 2000 })
  }).toPass({ timeout: 30_000 })
}

/** The campus day `days` from now; it may differ from the UTC day. */
export const findDayIn = (days: number): string => addDays(findLocal(new Date(), 'Asia/Shanghai').day, days)
/** For stories that need any hour: late in the evening today has none left. */
export const tomorrow = (): string => findDayIn(1)

const timesIn = (within: Page | Locator): Locator => within.getByRole('group', { name: '列表选时' })

/** Moves a device's calendar to a day. Returns the group in which times are chosen from lists. */
export async function chooseDay(within: Page | Locator, day: string): Promise<Locator> {
  const times = timesIn(within)
  await times.getByLabel('日期').waitFor()
  while ((await times.getByLabel('日期').locator(`option[value="${day}"]`).count()) === 0) {
    await within.getByRole('button', { name: /^(下一周|后一天)$/ }).click()
    await expect(within.locator('.device-calendar .bone')).toHaveCount(0)
  }
  await times.getByLabel('日期').selectOption(day)
  return times
}

/**
 * Picks the nth of today's times or, if today has too few left before midnight, the first time of tomorrow.
 */
export async function chooseSoon(within: Page | Locator, nth: number): Promise<void> {
  const starts = timesIn(within).getByLabel('开始时间')
  await starts.waitFor()
  const enough = (await starts.locator('option:not([value=""])').count()) > nth
  if (enough) await starts.selectOption({ index: nth })
  else await (await chooseDay(within, tomorrow())).getByLabel('开始时间').selectOption({ index: 1 })
}
