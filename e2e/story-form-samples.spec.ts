import { expect, test, type Page } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import { formCalls } from '@portal/contract/form/calls'
import { idIn, open } from './support/arrange.ts'
import { accessibilityFaults } from './support/axe.ts'
import { call, company, person } from './support/people.ts'
import { choose } from './support/select.ts'
import { findSpareDevice } from './support/spare-device.ts'

// An instrument asks questions about each sample: its laboratory chooses the form, the booker pastes the
// samples from a spreadsheet with those columns, and the reviewer reads them.

const rule = [
  { type: 'inputNumber', field: 'mass', title: '称样量（mg）', $required: true, props: { max: 50 } },
  {
    type: 'select',
    field: 'gas',
    title: '气氛',
    options: ['氮气', '空气'].map((label, i) => ({ value: i + 1, label })),
  },
  { type: 'switch', field: 'dry', title: '已干燥' },
]
const publish = async (name: string, rules: object[]) => {
  const body = {
    name,
    category: '送样',
    description: '请逐一填写。',
    text: JSON.stringify({ rule: rules, options: {} }),
  }
  const { id, revision } = await call('equipoffice', formCalls.create, { body })
  await call('equipoffice', formCalls.publish, { params: { id }, body: { revision } })
  return id
}
const shoot = async (page: Page, name: string) => {
  const folder = process.env['LOOK']
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

test('questions to each sample', async ({ browser }) => {
  const people = company(browser)
  const now = Date.now()
  const [good, bad] = [`热重样品 ${now}`, `带照片的样品 ${now}`]
  await publish(good, rule)
  await publish(bad, [...rule, { type: 'upload', field: 'photo', title: '照片' }])
  // Not a cast instrument: other stories send samples to those and would have to answer the form, too.
  const device = await findSpareDevice('last', { sampleDelivery: true })

  await test.step('a form that is no list of columns is refused, with which field', async () => {
    // The refusal is logged in the browser console, so this browser is not one of those checked for faults.
    const { page } = await person(browser, 'labadmin')
    await open(page, `/open-sharing/open-set?deviceId=${device.id}&view=forms`)
    await page.getByRole('button', { name: '设置附加表单' }).click()
    const dialog = page.getByRole('dialog')
    await choose(dialog, '填写场合', '填写样品时（每种样品）')
    await choose(dialog, '表单', bad)
    await dialog.getByRole('button', { name: '保存设置' }).click()
    await expect(dialog.getByText(/“照片”不能作为一列：文件不能填在一格里/).first()).toBeVisible()
    await shoot(page, 'bind-refused')
    await choose(dialog, '表单', good)
    await dialog.getByRole('button', { name: '保存设置' }).click()
    await expect(page.getByRole('row', { name: new RegExp(good) })).toContainText('填写样品时')
    // A form for samples is not offered in the list of open forms.
    const { items } = await call('booker', formCalls.open, { query: { keyword: good } })
    expect(items).toEqual([])
    await page.context().close()
  })

  const booker = await people.page('booker')
  await test.step('samples are pasted with those columns; what is wrong is said row by row', async () => {
    await open(booker, `/deviceopen/apply?deviceId=${device.id}`)
    await booker.getByRole('button', { name: '从表格粘贴' }).click()
    const dialog = booker.getByRole('dialog')
    await expect(dialog).toContainText('测试要求、称样量（mg）、气氛、已干燥')
    await dialog
      .getByLabel('样品表')
      .fill(
        '样品名称\t数量\t称样量（mg）\t气氛\t已干燥\n一水草酸钙\t2\t12.5\t氮气\t是\n聚乙烯\t1\t80\t氦气\t',
      )
    await expect(dialog.getByText('请输入正确的称样量（mg）；气氛不在可选项中')).toBeVisible()
    await shoot(booker, 'paste')
    await dialog.getByRole('button', { name: '加入 1 条' }).click()
    await dialog.getByLabel('样品表').fill('样品名称\t数量\t称样量\t气氛\n聚乙烯\t1\t8\t空气')
    await dialog.getByRole('button', { name: '加入 1 条' }).click()
    const second = booker.getByRole('group', { name: '样品 2', exact: true })
    await expect(second.getByLabel('称样量（mg）')).toHaveValue('8')
    await booker.getByRole('button', { name: '添加样品' }).click()
    const third = booker.getByRole('group', { name: '样品 3', exact: true })
    await third.getByLabel('样品名称').fill('硅片')
    await booker.getByLabel('预约用途').fill('热重分析')
    await booker.getByRole('button', { name: '提交预约' }).click()
    await expect(third.locator('.fv-fault')).toHaveText(['请输入称样量（mg）'])
    await shoot(booker, 'samples')
    expect(await accessibilityFaults(booker)).toEqual([])
    await third.getByRole('button', { name: '移除样品 3' }).click()
    await booker.getByRole('button', { name: '提交预约' }).click()
    await expect(booker).toHaveURL(/orderDetail\?id=\d+/)
  })
  const id = idIn(booker)
  await test.step('the booking shows them; changed, the rows that stay keep theirs', async () => {
    const row = booker.getByRole('row', { name: /一水草酸钙/ })
    await expect(row).toContainText('12.5')
    await expect(row).toContainText('氮气')
    await shoot(booker, 'booking')
    await open(booker, `/deviceopen/apply?id=${id}`)
    const first = booker.getByRole('group', { name: '样品 1', exact: true })
    await expect(first.getByLabel('称样量（mg）')).toHaveValue('12.5')
    await first.getByLabel('数量').fill('3')
    await booker
      .getByRole('group', { name: '样品 2', exact: true })
      .getByRole('button', { name: /移除/ })
      .click()
    await booker.getByRole('button', { name: '保存修改' }).click()
    await expect(booker).toHaveURL(/orderDetail\?id=\d+/)
    const { samples } = await call('booker', bookingCalls.get, { params: { id } })
    expect(samples.map((s) => [s.name, s.count, s.answers?.values])).toEqual([
      ['一水草酸钙', 3, { mass: 12.5, gas: 1, dry: true }],
    ])
  })
  await people.close()
})
