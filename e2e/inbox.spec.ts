import { expect, test } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceCalls } from '@portal/contract/device/device'
import { open } from './support/arrange.ts'
import { arrive } from './support/arrive.ts'
import { accessibilityFaults } from './support/axe.ts'
import { holdLonger, takeEffect } from './support/inbox.ts'
import { call, castDevices, person } from './support/people.ts'
import { findDayIn } from './support/select.ts'

// The inbox: the reviewer decides tasks one by one on a phone, the director several at once at a desk.

const device = castDevices.shared

/** Makes three bookings in a row on a day without demo bookings of the device. */
async function bookThree(inDays = 24): Promise<number[]> {
  const { id: deviceId } = await call('sysadmin', deviceCalls.info, { params: { id: device.serialId } })
  const day = findDayIn(inDays)
  const ids: number[] = []
  for (const hour of [14, 15, 16]) {
    const at = (h: number) => `${day}T${h}:00:00+08:00`
    const { id } = await call('booker', bookingCalls.create, {
      body: {
        deviceId,
        kind: 'self_operated',
        startAt: at(hour),
        endAt: at(hour + 1),
        purpose: `审核演练 ${hour} 点`,
      },
    })
    await call('payer', bookingCalls.approve, { params: { id }, body: { state: 'awaiting_payer' } })
    ids.push(id)
  }
  return ids
}
const findState = async (id: number) => (await call('booker', bookingCalls.get, { params: { id } })).state

test('one after the other with a thumb, then the rest at once', async ({ browser }) => {
  const [first = 0, second = 0, third = 0] = await bookThree()

  const { page: phone, faults } = await person(browser, 'reviewer', {
    viewport: { width: 375, height: 812 },
    isMobile: true,
    hasTouch: true,
  })
  await holdLonger(phone)
  await open(phone, `/account/audit-list?business=booking&keyword=${encodeURIComponent(device.name)}`)
  const tasks = phone.locator('.inbox-tasks').getByRole('button')
  // Whole hours: a story beside this one books twenty minutes from now on the same device.
  const mine = tasks.filter({ hasText: /1[456]:00–1[567]:00/ })
  await expect(mine).toHaveCount(3)
  await mine.first().tap()
  const judged = phone.getByRole('article')
  await expect(judged.getByText('审核演练 14 点')).toBeVisible()
  expect(await accessibilityFaults(phone)).toEqual([])

  // After the approval the next task opens without another tap.
  await judged.getByRole('button', { name: '通过', exact: true }).tap()
  await expect(judged.getByText('审核演练 15 点')).toBeVisible()
  await expect(phone.locator('#inbox-task')).toBeFocused()
  // The approval can still be undone: the server has not received it yet.
  const held = phone.locator('.voice .held:visible')
  await expect(held).toContainText('即将通过')
  expect(await accessibilityFaults(phone)).toEqual([])
  expect(await findState(first)).toBe('awaiting_reviewer')
  await held.getByRole('button', { name: '立即生效' }).tap()
  await expect.poll(() => findState(first)).toBe('awaiting_director')

  // The reviewer refuses with a reason from the list.
  await judged.getByRole('button', { name: '驳回', exact: true }).tap()
  await phone.getByRole('dialog').getByRole('button', { name: '用途说明不够清楚' }).tap()
  await phone.getByRole('dialog').getByRole('button', { name: '驳回', exact: true }).tap()
  await expect(judged.getByText('审核演练 16 点')).toBeVisible()
  await judged.getByRole('button', { name: '通过', exact: true }).tap()
  await expect(mine).toHaveCount(0)
  expect([await findState(second), await findState(third)]).toEqual([
    'awaiting_reviewer',
    'awaiting_reviewer',
  ])

  // Leaving the page sends the held decisions.
  await arrive(phone, '/osp/home')
  await expect.poll(() => findState(second)).toBe('refused')
  await expect.poll(() => findState(third)).toBe('awaiting_director')
  // The list of finished tasks shows the decisions; right after leaving it may be a moment behind.
  await arrive(phone, '/account/audit-list?state=done')
  expect(faults).toEqual([])
  await expect(tasks.filter({ hasText: '已退回' }).first()).toBeVisible()
  await phone.context().close()

  // The director ticks the two remaining tasks and approves both.
  const { page: desk } = await person(browser, 'director')
  await open(desk, `/share/audit?business=booking&step=director&keyword=${encodeURIComponent(device.name)}`)
  const left = desk.locator('.inbox-tasks li').filter({ hasText: /1[46]:00–1[57]:00/ })
  await expect(left).toHaveCount(2)
  for (const row of await left.all()) await row.getByRole('checkbox').check()
  await desk.getByRole('button', { name: '通过 2 项' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: '通过 2 项' }).click()
  // Both at once: the message stays for four seconds, and the decision until the lists have loaded again.
  await Promise.all([takeEffect(desk), expect(desk.getByText('已通过 2 项')).toBeVisible()])
  await expect(left).toHaveCount(0)
  expect([await findState(first), await findState(third)]).toEqual(['awaiting_use', 'awaiting_use'])
  await desk.context().close()

  // The booker finds the message in the message drawer.
  const { page: told } = await person(browser, 'booker')
  await open(told, '/osp/home')
  await told.getByRole('button', { name: /消息，\d+ 条未读/ }).click()
  const drawer = told.getByRole('dialog', { name: '我的消息' })
  await expect(drawer.getByText(/用途说明不够清楚/).first()).toBeVisible()
  expect(await accessibilityFaults(told, '.drawer')).toEqual([])
  await drawer.getByRole('listitem').filter({ hasText: '用途说明不够清楚' }).getByRole('link').first().click()
  await expect(told).toHaveURL(/orderDetail\?id=/)
  await told.context().close()
})

test('undone in time; overtaken; cut off; and sent by whoever goes on to another page', async ({
  browser,
}) => {
  const [first = 0, second = 0, third = 0] = await bookThree(25)
  const { page } = await person(browser, 'reviewer')
  await holdLonger(page)
  await open(page, `/account/audit-list?business=booking&keyword=${encodeURIComponent(device.name)}`)
  const lines = page.locator('.inbox-tasks').getByRole('button')
  const judged = page.getByRole('article')
  const held = page.locator('.voice .held')
  const take = async (hour: number) => {
    await lines
      .filter({ hasText: new RegExp(`${hour}:00–${hour + 1}:00`) })
      .first()
      .click()
    await expect(judged.getByText(`审核演练 ${hour} 点`)).toBeVisible()
  }

  // By keyboard: approve, confirm, and undo.
  await take(14)
  await judged.getByLabel('意见').fill('同意，注意登记')
  await page.locator('#inbox-task').focus()
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await expect(held).toContainText('即将通过')
  await expect(judged.getByText('审核演练 14 点')).toBeHidden()
  await page.locator('#inbox-task').focus()
  await page.keyboard.press('z')
  await expect(held).toHaveCount(0)
  await expect(judged.getByText('审核演练 14 点')).toBeVisible()
  await expect(judged.getByLabel('意见')).toHaveValue('同意，注意登记')
  expect(await findState(first)).toBe('awaiting_reviewer')

  // The booker cancelled first: the reviewer is told on the next task and can return to this one.
  await judged.getByRole('button', { name: '通过', exact: true }).click()
  await call('booker', bookingCalls.cancel, { params: { id: first }, body: {} })
  await held.getByRole('button', { name: '立即生效' }).click()
  await expect(held).toContainText('通过没有生效')
  await expect(held.getByRole('button', { name: '重试' })).toHaveCount(0)
  await held.getByRole('button', { name: '返回该项' }).click()
  await expect(held).toHaveCount(0)

  // The network fails: the reviewer is told, and a retry sends the decision once.
  await take(15)
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort('connectionfailed'),
  )
  await judged.getByRole('button', { name: '通过', exact: true }).click()
  await held.getByRole('button', { name: '立即生效' }).click()
  await expect(held).toContainText('通过没有生效')
  expect(await findState(second)).toBe('awaiting_reviewer')
  await page.unroute('**/api/**')
  await held.getByRole('button', { name: '重试' }).click()
  await expect.poll(() => findState(second)).toBe('awaiting_director')
  await expect(held).toHaveCount(0)

  // The decision is sent after ten seconds, or earlier when the reviewer opens another page.
  await take(16)
  await judged.getByRole('button', { name: '通过', exact: true }).click()
  await page.getByRole('link', { name: '不在岗代理' }).click()
  await expect.poll(() => findState(third)).toBe('awaiting_director')
  await page.context().close()
})
