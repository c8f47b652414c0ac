import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, findLocal } from '../../apps/server/src/kernel/time.ts'

/** A select by its label: the box one types in, all of it, and the list that is open. */
function findSelect(within: Page | Locator, label: string) {
  const page = 'page' in within ? within.page() : within
  const box = page.getByRole('combobox', { name: label, exact: false })
  const whole = within.locator('.ant-select').filter({ has: box }).first()
  return { box: whole.getByRole('combobox'), whole, list: page.locator('.ant-select-dropdown:visible') }
}

/**
 * Picks from a select, by typing where it is searched; `shown` is what the option says, where that is
 * something else. Done when the select says so: its list may fade, flicker or bring other options just as one
 * is clicked, and is opened again then.
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

/** Picks what a select offers first. */
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

/** The campus' day so many days from now: at night another one than by UTC. */
export const findDayIn = (days: number): string => addDays(findLocal(new Date(), 'Asia/Shanghai').day, days)
/** Late in the evening little is left of today: whoever only wants some hour takes one of the next day's. */
export const tomorrow = (): string => findDayIn(1)

const timesIn = (within: Page | Locator): Locator => within.getByRole('group', { name: '列表选时' })

/** Goes on to a day in a device's calendar, and answers where its times are offered in words. */
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
 * Picks one of the next times, the nth of today or, in the last minutes before midnight, the first of
 * tomorrow.
 */
export async function chooseSoon(within: Page | Locator, nth: number): Promise<void> {
  const starts = timesIn(within).getByLabel('开始时间')
  await starts.waitFor()
  const enough = (await starts.locator('option:not([value=""])').count()) > nth
  if (enough) await starts.selectOption({ index: nth })
  else await (await chooseDay(within, tomorrow())).getByLabel('开始时间').selectOption({ index: 1 })
}
