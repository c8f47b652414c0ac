import { expect, test, type Page } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import type { Occasion } from '@portal/contract/form/binding'
import { formCalls } from '@portal/contract/form/calls'
import { addDays, findLocal } from '../apps/server/src/kernel/time.ts'
import { findState, idIn, open, openNow, sayYes } from './support/arrange.ts'
import { accessibilityFaults } from './support/axe.ts'
import { takeUp } from './support/inbox.ts'
import { call, company } from './support/people.ts'
import { choose, chooseDay } from './support/select.ts'
import { findSpareDevice, type SpareDevice } from './support/spare-device.ts'

// An instrument asks its own questions: the laboratory's administrator chooses the form, the booker answers
// it and is told in Chinese what is missing, and the reviewer reads the answers.

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

const faults = (page: Page) => page.locator('.fv-fault')

test('questions of an instrument’s own', async ({ browser }) => {
  const people = company(browser)
  const device = await findSpareDevice('first')
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
    await page.keyboard.press('Escape')
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
    await booker.getByLabel('样品编号').fill('LN-07')
    await booker.getByRole('radio', { name: '低温' }).check()
    await booker.getByRole('button', { name: '提交预约' }).click()
    await expect(faults(booker)).toHaveText(['请输入目标温度（K）'])
  })

  await test.step('a reload loses nothing; then it is sent', async () => {
    // At once: what is not written yet is written as the page goes.
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

/** Binds a form with one question to an instrument, for one occasion. */
async function ask(deviceId: number, occasion: Occasion, title: string): Promise<void> {
  const one = [{ type: 'input', field: 'said', title, $required: true }]
  const body = {
    name: `${title} ${Date.now()}`,
    category: '上机',
    description: null,
    text: JSON.stringify({ rule: one, options: {} }),
  }
  const { id, revision } = await call('equipoffice', formCalls.create, { body })
  await call('equipoffice', formCalls.publish, { params: { id }, body: { revision } })
  await call('labadmin', formCalls.bind, { body: { deviceId, occasion, formId: id } })
}
/** Books the instrument for the next minutes, approves the booking and starts the use. Returns its id. */
async function use(device: SpareDevice): Promise<number> {
  const deviceId = await openNow(device.serialId)
  const start = Math.ceil(Date.now() / 300_000 + 0.2) * 300_000
  const [startAt, endAt] = [start, start + 1_800_000].map((ms) => new Date(ms).toISOString())
  const { id } = await call('booker', bookingCalls.create, {
    body: { deviceId, kind: 'self_operated', startAt, endAt, purpose: '故障复现' },
  })
  for (const who of ['payer', 'reviewer', 'director'] as const) {
    const { state, can } = await call(who, bookingCalls.get, { params: { id } })
    if (can.includes('approve')) await call(who, bookingCalls.approve, { params: { id }, body: { state } })
  }
  await call('booker', bookingCalls.start, { params: { id } })
  return id
}

test('a fault, a word of its user, and a result', async ({ browser }) => {
  const people = company(browser)
  const device = await findSpareDevice('first')
  await ask(device.id, 'fault', '报警代码')
  await ask(device.id, 'survey', '使用感受')
  await ask(device.id, 'result', '分辨率')
  const id = await use(device)
  const booker = await people.page('booker')

  await test.step('who reports a fault says what the instrument asks', async () => {
    await open(booker, `/appointment/orderDetail?id=${id}`)
    await booker.getByRole('button', { name: '报告故障并结束' }).click()
    const dialog = booker.getByRole('dialog')
    await dialog.getByRole('textbox', { name: '故障情况' }).fill('真空报警')
    // The questions load later; if they are missing on submission, the server refuses it.
    await dialog.getByRole('textbox', { name: '报警代码' }).waitFor()
    await dialog.getByRole('button', { name: '报告故障并结束' }).click()
    await expect(faults(booker)).toHaveText(['请输入报警代码'])
    expect(await accessibilityFaults(booker)).toEqual([])
    await dialog.getByRole('textbox', { name: '报警代码' }).fill('E-17')
    await dialog.getByRole('button', { name: '报告故障并结束' }).click()
    await expect(findState(booker)).toContainText('待填测试单')
    await expect(booker.getByText('E-17')).toBeVisible()
  })

  await test.step('the use is over: his list asks him for a word, once', async () => {
    await open(booker, '/account/subscribe-list')
    await booker
      .getByRole('link', { name: `填写 ${device.name} 的反馈` })
      .first()
      .click()
    await booker.getByRole('textbox', { name: '使用感受' }).fill('需要检修')
    await booker.getByRole('button', { name: '提交反馈' }).click()
    await expect(booker.getByText(/^使用反馈：/)).toBeVisible()
    await expect(booker.getByRole('button', { name: '提交反馈' })).toHaveCount(0)
  })

  await test.step('the reviewer is asked of the result, and told what is missing', async () => {
    const reviewer = await people.page('reviewer')
    await open(reviewer, `/account/measureInfo?bookingId=${id}`)
    await reviewer.getByRole('textbox', { name: '分辨率' }).waitFor()
    await reviewer.getByRole('textbox', { name: '测试结果' }).fill('成像清晰')
    await reviewer.getByRole('button', { name: '暂存' }).click()
    await expect(faults(reviewer)).toHaveText(['请输入分辨率'])
    await expect(reviewer.getByText(/^已暂存；“分辨率 \d+”还没有填完/)).toBeVisible()
    expect(await accessibilityFaults(reviewer)).toEqual([])
  })

  await test.step('kept with the test order, corrected, and handed on', async () => {
    const reviewer = await people.page('reviewer')
    const answer = reviewer.getByRole('textbox', { name: '分辨率' })
    await answer.fill('1.4 nm')
    await reviewer.getByRole('button', { name: '暂存' }).click()
    await expect(reviewer.getByText('已暂存', { exact: true })).toBeVisible()
    await reviewer.reload()
    await expect(answer).toHaveValue('1.4 nm')
    await expect(reviewer.getByRole('textbox', { name: '测试结果' })).toHaveValue('成像清晰')
    await answer.fill('1.2 nm')
    await reviewer.getByRole('button', { name: '提交测试单' }).click()
    await expect(reviewer).toHaveURL(/orderDetail\?id=\d+/)
    await expect(reviewer.getByText('1.2 nm')).toBeVisible()
    // Only the newest answer is shown.
    await expect(reviewer.getByText('1.4 nm')).toHaveCount(0)
    await open(booker, `/appointment/orderDetail?id=${id}`)
    await expect(booker.getByText('1.2 nm')).toBeVisible()
  })
  for (const { id: bound } of await call('labadmin', formCalls.bindings, { query: { deviceId: device.id } }))
    await call('labadmin', formCalls.unbind, { params: { id: bound } })
  await people.close()
})
