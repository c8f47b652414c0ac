import { expect, type Page } from '@playwright/test'
import { deviceCalls } from '@portal/contract/device/device'
import { openingCalls } from '@portal/contract/opening/opening'
import { findLocal } from '../../apps/server/src/kernel/time.ts'
import { arrive, goOn, settled } from './arrive.ts'
import { call } from './people.ts'

/**
 * Opens a device round the clock on a grid of five minutes, so that a use can begin now at any hour. Returns
 * the device's id.
 */
export async function openNow(serialId: string): Promise<number> {
  const { id } = await call('sysadmin', deviceCalls.info, { params: { id: serialId } })
  const { settings, windows } = await call('sysadmin', openingCalls.get, { params: { deviceId: id } })
  if (!settings) throw new Error(`${serialId} is not opened`)
  // Cast devices keep their windows, because other stories book in them; other devices get new windows.
  const isCast = windows.every((w) => [0, 480, 1320].includes(w.fromMinute))
  // Existing bookings stay valid: the whole day is opened again below.
  for (const w of isCast ? [] : windows)
    await call('sysadmin', openingCalls.removeWindow, { params: { id: w.id }, query: { accept: 'true' } })
  for (const [fromMinute, toMinute] of [
    [0, 480],
    ...(isCast ? [] : [[480, 1320] as const]),
    [1320, 1440],
  ] as const) {
    if (!isCast || !windows.some((w) => w.fromMinute === fromMinute))
      await call('sysadmin', openingCalls.addWindow, {
        body: { deviceId: id, weekdays: [1, 2, 3, 4, 5, 6, 7], fromMinute, toMinute, enabled: true },
      })
  }
  // In the last hour of a day only short uses still end today.
  const minMinutes = findLocal(new Date(), 'Asia/Shanghai').minute < 23 * 60 ? 30 : 5
  await call('sysadmin', openingCalls.change, {
    params: { deviceId: id },
    body: { ...settings, gridMinutes: 5, minMinutes, noticeMinutes: 0 },
  })
  return id
}

/**
 * Opens a path with a page load the first time, or if the page is already there; otherwise navigates inside
 * the program, as its links do.
 */
export async function open(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank' || page.url().endsWith(path)) return arrive(page, path)
  await goOn(page, path)
  await settled(page)
}

/** The heading, which shows the current state; the progress list shows all state names from the start. */
export const findState = (page: Page) => page.getByRole('heading', { level: 1 })

/** Opens a booking, test order or settlement, approves it and expects its next state. */
export async function agree(page: Page, path: string, then: string, word = '通过'): Promise<void> {
  await open(page, path)
  await page.getByRole('button', { name: word, exact: true }).click()
  await expect(findState(page)).toContainText(then)
}

/** Confirms the open dialog with its button. */
export async function sayYes(page: Page, word: string | RegExp): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: word }).click()
}

export const idIn = (page: Page): number => Number(new URL(page.url()).searchParams.get('id'))
