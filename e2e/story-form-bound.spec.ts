import { expect, test, type Page } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import { formCalls } from '@portal/contract/form/calls'
import { openingCalls } from '@portal/contract/opening/opening'
import { addDays, findLocal } from '../apps/server/src/kernel/time.ts'
import { findState, idIn, open, sayYes } from './support/arrange.ts'
import { accessibilityFaults } from './support/axe.ts'
import { takeUp } from './support/inbox.ts'
import { call, castDevices, company } from './support/people.ts'
import { choose, chooseDay } from './support/select.ts'

// An instrument asks questions of its own: its laboratory's administrator chooses the form, who books it is
// asked and told in Chinese what is missing, and who judges the booking reads what was said.

const phone = { viewport: { width: 390, height: 844 } }
const options = ['室温', '低温'].map((label) => ({ value: label, label }))
const rule = [
  { type: 'input', field: 'code', title: '样品编号', $required: true, props: { maxlength: 20 } },
  {
    type: 'radio',
    field: 'stage',
    title: '样品台',
    options,
    $required: true,
    control: [
      {
        value: '低温',
        rule: [{ type: 'inputNumber', field: 'kelvin', title: '目标温度（K）', $required: true }],
      },
    ],
  },
]

/** An instrument of the cast's laboratory that no other story books. */
async function findDevice(): Promise<{ id: number; name: string }> {
  const known: readonly string[] = Object.values(castDevices).map((d) => d.serialId)
  const { items } = await call('labadmin', openingCalls.list, {
    query: { managed: 'true', opened: 'true', size: 100 },
  })
  const open = items.filter(
    (o) =>
      o.settings?.enabled &&
      o.settings.selfOperated &&
      o.device.status === 'normal' &&
      o.device.shared &&
      !known.includes(o.device.serialId),
  )
  for (const { device } of open) {
    const query = { deviceId: device.id }
    if ((await call('labadmin', formCalls.bindings, { query })).length === 0) return ready(device)
  }
  throw new Error('the laboratory has an instrument that is open and asks nothing yet')
}
/** Whoever is a student may book it at once. */
async function ready(device: { id: number; name: string }) {
  const { settings } = await call('labadmin', openingCalls.get, { params: { deviceId: device.id } })
  if (settings)
    await call('labadmin', openingCalls.change, {
      params: { deviceId: device.id },
      body: { ...settings, qualificationRequired: false, admittedUserTypes: null },
    })
  return device
}
const faults = (page: Page) => page.locator('.fv-fault')

test('questions of an instrument’s own', async ({ browser }) => {
  const people = company(browser)
  const device = await findDevice()
  const name = `上机登记 ${Date.now()}`
  const body = {
    name,
    category: '上机',
    description: '制样前请与机组确认。',
    text: JSON.stringify({ rule, options: {} }),
  }
  const { id: formId, revision } = await call('equipoffice', formCalls.create, { body })
  await call('equipoffice', formCalls.publish, { params: { id: formId }, body: { revision } })

  await test.step('the administrator of the laboratory chooses the form', async () => {
    const page = await people.page('labadmin')
    await open(page, `/open-sharing/open-set?deviceId=${device.id}&view=forms`)
    await page.getByRole('button', { name: '设置附加表单' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '保存设置' }).click()
    await expect(dialog.getByText('表单不能为空').or(dialog.getByText('请填写表单')).first()).toBeVisible()
    await choose(dialog, '表单', name)
    await dialog.getByRole('button', { name: '保存设置' }).click()
    const row = page.getByRole('row', { name: new RegExp(name) })
    await expect(row).toContainText('预约时')
    await expect(row).toContainText('生效')
    await row.getByRole('button', { name: '预览' }).click()
    await expect(page.getByRole('dialog').getByLabel('样品编号')).toBeVisible()
    await page.screenshot({ path: 'test-results/bound-preview.png' })
    await page.keyboard.press('Escape')
    await page.screenshot({ path: 'test-results/bound-settings.png' })
    expect(await accessibilityFaults(page)).toEqual([])
  })

  const booker = await people.page('booker', phone)
  let id = 0
  await test.step('who books on a phone is asked, and told at each field what is missing', async () => {
    await open(booker, `/deviceopen/applyTime?deviceId=${device.id}`)
    await expect(booker.getByText('制样前请与机组确认。')).toBeVisible()
    const times = await chooseDay(booker, addDays(findLocal(new Date(), 'Asia/Shanghai').day, 3))
    await times.getByLabel('开始时间').selectOption({ index: 3 })
    await booker.getByLabel('预约用途').fill('低温形貌观察')
    await booker.getByRole('button', { name: '提交预约' }).click()
    await expect(faults(booker)).toHaveText(['请输入样品编号', '请选择样品台'])
    await expect(booker.getByLabel('样品编号')).toBeFocused()
    expect(await accessibilityFaults(booker)).toEqual([])
    await booker.screenshot({ path: 'test-results/bound-phone.png' })
    await booker.getByLabel('样品编号').fill('LN-07')
    await booker.getByRole('radio', { name: '低温' }).check()
    await booker.getByRole('button', { name: '提交预约' }).click()
    await expect(faults(booker)).toHaveText(['请输入目标温度（K）'])
  })

  await test.step('a reload loses nothing; then it is sent', async () => {
    await booker.waitForTimeout(700) // what is typed is kept half a second later
    await booker.reload()
    await expect(booker.getByText('未提交的内容')).toBeVisible()
    await expect(booker.getByLabel('样品编号')).toHaveValue('LN-07')
    await booker.getByLabel('目标温度（K）').fill('90')
    await booker.getByRole('button', { name: '提交预约' }).click()
    await expect(booker).toHaveURL(/orderDetail\?id=\d+/)
    id = idIn(booker)
    await expect(booker.getByText('LN-07')).toBeVisible()
    expect(await booker.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })

  await test.step('a wrong answer, sent past the browser, is refused', async () => {
    const { startAt, endAt } = await call('booker', bookingCalls.get, { params: { id } })
    const answers = { formId, version: 1, values: { code: 'LN-07', stage: '高温' } }
    await expect(
      call('booker', bookingCalls.change, {
        params: { id },
        body: { startAt, endAt, purpose: '低温形貌观察', answers },
      }),
    ).rejects.toThrow('填写的内容有误')
  })

  await test.step('who judges it reads what was said', async () => {
    const payer = await people.page('payer', { colorScheme: 'dark' })
    const asked = await takeUp(payer, 'payer', 'booking', id, ['LN-07', '低温', '90'])
    await expect(asked.getByText(`附加信息：${name}`)).toBeVisible()
    await payer.screenshot({ path: 'test-results/bound-inbox.png', fullPage: true })
  })

  await test.step('taken back, it is asked no more', async () => {
    const page = await people.page('labadmin')
    await page
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('button', { name: '移除' })
      .click()
    await sayYes(page, '移除')
    await expect(page.getByText('没有附加表单')).toBeVisible()
    const query = { deviceId: device.id, occasion: 'booking' as const }
    expect((await call('booker', formCalls.asked, { query })).form).toBeNull()
    await open(booker, `/appointment/orderDetail?id=${id}`)
    await expect(findState(booker)).toContainText(String(id))
    await expect(booker.getByText('LN-07')).toBeVisible()
  })
  await people.close()
})
