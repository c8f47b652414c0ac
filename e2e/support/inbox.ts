import { expect, type Locator, type Page } from '@playwright/test'
import { approvalCalls, type Business, type Task } from '@portal/contract/approval/approval'
import { open } from './arrange.ts'
import { call, type Who } from './people.ts'

/** The waiting task of a person for one booking, test order …; undefined if it is not their turn. */
export async function findTurn(who: Who, business: Business, rowId: number): Promise<Task | undefined> {
  const { items } = await call(who, approvalCalls.tasks, { query: { business, size: 100 } })
  return items.find((t) => t.rowId === rowId)
}

/** Opens a waiting task from the person's inbox and expects it to show these words. Returns its panel. */
export async function takeUp(
  page: Page,
  who: Who,
  business: Business,
  rowId: number,
  shows: readonly (string | RegExp)[],
): Promise<Locator> {
  const task = await findTurn(who, business, rowId)
  if (!task) throw new Error(`nothing of ${business} ${rowId} waits for ${who}`)
  await open(page, `/account/audit-list?business=${business}&keyword=${encodeURIComponent(task.title)}`)
  const line = page.locator('.inbox-tasks').getByRole('button')
  await expect(line).toHaveCount(1)
  await line.click()
  const panel = page.getByRole('article')
  for (const words of shows) await expect(panel.getByText(words).first()).toBeVisible()
  return panel
}

/**
 * Call it before the first load. It holds decisions for a minute instead of ten seconds: on a busy machine a
 * test that looks around before the decision is sent may need longer than a person who undoes it.
 */
export const holdLonger = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const wait = window.setTimeout
    Object.assign(window, {
      setTimeout: (what: () => void, ms?: number, ...rest: unknown[]) =>
        wait(what, ms === 10_000 ? 60_000 : ms, ...rest), // UNDO_MS of apps/web/src/lib/held.ts
    })
  })

/**
 * Sends the held decisions at once. The page holds a decision for ten seconds so that it can be undone
 * (decision 105); a test that reads the server next need not wait.
 */
export async function takeEffect(page: Page): Promise<void> {
  const held = page.locator('.voice .held')
  // In one step: between a look and a click the ten seconds may end, and with them the button.
  await held
    .getByRole('button', { name: '立即生效' })
    .evaluateAll((all: HTMLElement[]) => all.forEach((button) => button.click()))
  await expect(held).toHaveCount(0)
}

/** Waits until the task has left the list and the page has closed it, then sends the decision at once. */
export async function takenOff(page: Page): Promise<void> {
  await expect(page.locator('.inbox-tasks')).toHaveCount(0)
  await expect(page).not.toHaveURL(/[?&]task=/)
  await takeEffect(page)
}

/** Approves a task in the inbox and waits until it has left the list. */
export async function agreeInInbox(
  page: Page,
  who: Who,
  business: Business,
  rowId: number,
  shows: readonly (string | RegExp)[],
  word = '通过',
): Promise<void> {
  const panel = await takeUp(page, who, business, rowId, shows)
  await panel.getByRole('button', { name: word, exact: true }).click()
  await takenOff(page)
}
