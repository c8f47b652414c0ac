import { expect, test } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceCalls } from '@portal/contract/device/device'
import ICAL from 'ical.js'
import { addDays, findInstant, findLocal, findMonday } from '../apps/server/src/kernel/time.ts'
import { idIn, open, findState } from './support/arrange.ts'
import { accessibilityFaults } from './support/axe.ts'
import { call, castDevices, person } from './support/people.ts'

// An instrument is compared with two instruments of other laboratories and booked in a free time. A calendar
// program reads the booking without a sign-in.

const ZONE = 'Asia/Shanghai'
/** Later than the bookings of other stories. */
const day = addDays(findMonday(findLocal(new Date(), ZONE).day), 25)
const at = (hour: number) => findInstant(day, hour * 60, ZONE).toISOString()
const findId = async (serialId: string) =>
  (await call('sysadmin', deviceCalls.info, { params: { id: serialId } })).id

/** Reads the calendar as an external program would. */
async function readCalendar(address: string) {
  const answer = await fetch(address)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()) as unknown[])
  return calendar.getAllSubcomponents('vevent').map((component) => ({
    event: new ICAL.Event(component),
    status: component.getFirstPropertyValue('status'),
  }))
}

test('compared with two others, booked in the timeline, and subscribed to', async ({ browser }) => {
  const { page, faults } = await person(browser, 'booker', { viewport: { width: 1440, height: 900 } })
  const device = castDevices.selfOperated
  const deviceId = await findId(device.serialId)
  // Any two instruments of other laboratories that are open.
  const { devices: candidates } = await call('booker', bookingCalls.compare, {
    query: { deviceIds: [12, 20, 30, 45, 60, 75, 90, 105].join(','), from: day },
  })
  const others = candidates.slice(0, 2)
  expect(others).toHaveLength(2)

  await open(page, `/dashboard/deviceDetail?id=${deviceId}`)
  await page.getByRole('link', { name: '与其他仪器对比' }).click()
  await expect(page).toHaveURL(/by=compare/)
  const lines = page.getByRole('region', { name: /^时间轴/ }).getByRole('listitem')
  await expect(lines).toHaveCount(1)
  for (const [i, other] of others.entries()) {
    await page.getByLabel('添加仪器').fill(other.name)
    await page.getByTitle(`${other.name}（${other.serialId}）`).click()
    await expect(lines).toHaveCount(i + 2)
    await expect(lines.nth(i + 1)).toContainText(other.lab.name)
  }
  await page.getByLabel('日期').fill(day)
  await expect(page).toHaveURL(new RegExp(`day=${day}`))
  await expect(lines.first()).toContainText('空闲')
  // The lines of the day before stay until those of this day arrive, and give the timeline other hours. A
  // day of the campus begins on the day before in UTC.
  await expect(lines.first().getByRole('link', { name: /空闲$/ }).first()).toHaveAttribute(
    'href',
    new RegExp(`startAt=(${addDays(day, -1)}|${day})T`),
  )
  expect(await accessibilityFaults(page)).toEqual([])
  // Three days are shown, then one again.
  await page.getByLabel('显示').selectOption('3')
  await expect(page.locator('.timeline-line').first().locator('.timeline-track')).toHaveCount(3)
  await page.getByLabel('显示').selectOption('1')

  // The first instrument is free at 15:00. Press just after it, so that any grid size gives 15:00.
  const track = page.locator('.timeline-line').first().locator('.timeline-track')
  await expect(track).toHaveCount(1)
  const hours = await page.locator('.timeline-head li').allTextContents()
  const box = await track.boundingBox()
  const x = (box?.width ?? 0) * ((15.04 - Number(hours[0])) / hours.length)
  await track.hover({ position: { x, y: 12 } })
  await expect(track.locator('[data-kind="ghost"]')).toContainText('15:00–')
  await track.click({ position: { x, y: 12 } })
  await expect(page).toHaveURL(new RegExp(`applyTime\\?deviceId=${deviceId}&startAt=`))
  await expect(page.getByRole('slider', { name: '所选时段' })).toHaveAttribute('aria-valuetext', /15:00–/)
  await page.getByLabel('预约用途').fill('三台对比后选定')
  await page.getByRole('button', { name: '提交预约' }).click()
  await expect(page).toHaveURL(/orderDetail\?id=\d+/)
  await expect(findState(page)).toContainText('待付款人确认')
  const id = idIn(page)

  await open(page, '/account/subscribe-list')
  await page.getByRole('button', { name: '订阅日历' }).click()
  const drawer = page.getByRole('dialog', { name: '订阅日历' })
  await drawer.getByRole('button', { name: '生成链接' }).click()
  const field = drawer.getByLabel(/^订阅链接/)
  await expect(field).toBeVisible()
  expect(await accessibilityFaults(page)).toEqual([])
  const address = await field.inputValue()
  const find = async () => {
    const found = (await readCalendar(address)).filter((e) => e.event.uid.startsWith(`booking-${id}@`))
    expect(found).toHaveLength(1)
    return found[0]
  }
  const booked = await find()
  expect(booked?.status).toBe('TENTATIVE')
  expect(booked?.event.startDate.toJSDate()).toEqual(new Date(at(15)))
  expect(booked?.event.summary).toBe(device.name)
  await call('booker', bookingCalls.cancel, { params: { id }, body: { reason: '' } })
  expect((await find())?.status).toBe('CANCELLED')

  await drawer.getByRole('button', { name: '停用' }).click()
  await page.getByRole('dialog', { name: '停用链接？' }).getByRole('button', { name: '停用' }).click()
  await expect(drawer.getByRole('button', { name: '生成链接' })).toBeVisible()
  expect((await fetch(address)).status).toBe(404)
  expect(faults).toEqual([])
  await page.context().close()
})
