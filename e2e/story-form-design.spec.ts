import { expect, test, type Page } from '@playwright/test'
import { formCalls } from '@portal/contract/form/calls'
import { idIn, open } from './support/arrange.ts'
import { accessibilityFaults } from './support/axe.ts'
import { call, company } from './support/people.ts'

// An administrator draws one form by mouse and another by keyboard only, and publishes them. A person who is
// about to overwrite someone else's version is warned first.

const canvas = (page: Page) => page.getByRole('group', { name: '表单画布' })
const kind = (page: Page, name: string) =>
  page.getByLabel('组件', { exact: true }).getByRole('button', { name, exact: true })
const rule = (page: Page, name: string | RegExp) => canvas(page).getByRole('button', { name }).first()
const saved = (page: Page) => expect(page.getByText('已保存').first()).toBeVisible()
/** The saved fields and their nesting, as text. */
async function drawn(id: number): Promise<string> {
  const { text } = await call('sysadmin', formCalls.get, { params: { id } })
  const say = (item: { type?: string; children?: unknown[]; props?: { rules?: unknown[] } }): string => {
    const inner = [...(item.children ?? []), ...(item.props?.rules ?? [])].filter(
      (i) => typeof i === 'object',
    )
    return `${item.type}${inner.length > 0 ? `(${inner.map((i) => say(i as object)).join(' ')})` : ''}`
  }
  return (JSON.parse(text) as { rule: object[] }).rule.map(say).join(' ')
}

test('by mouse: dragged, nested, set, previewed, published', async ({ browser }) => {
  const people = company(browser)
  const page = await people.page('sysadmin', { viewport: { width: 1440, height: 900 } })
  await open(page, '/form-create/form-design')
  await page.getByRole('link', { name: '新建表单' }).first().click()
  await page.getByLabel('表单名称').fill('设备借用登记')

  // Drag components from the palette into the form.
  await kind(page, '栅格布局').dragTo(canvas(page), { targetPosition: { x: 300, y: 300 } })
  const columns = canvas(page).getByText('拖入组件到这里')
  await kind(page, '输入框').dragTo(columns.first())
  await kind(page, '日期选择器').dragTo(columns.first())
  const more = ['计数器', '单选框', '时间选择器', '滑块', '颜色选择器', '级联选择器', '穿梭框', '树形控件']
  for (const name of ['标签页', '数组', '选择器', '评分', '上传', '多选框', ...more])
    await kind(page, name).dragTo(canvas(page), { targetPosition: { x: 300, y: 30 } })
  await kind(page, '开关').dragTo(columns.last())
  await rule(page, /^选择器/).dragTo(rule(page, /^评分/), { targetPosition: { x: 300, y: 4 } })

  await rule(page, /^输入框/).click()
  await expect(page.getByRole('tab', { name: '属性' })).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('标题', { exact: true }).fill('借用人')
  await page.getByLabel('必填', { exact: true }).click()
  await page.getByRole('button', { name: '添加校验' }).click()
  await expect(page.getByLabel('提示文字')).toHaveValue('请输入借用人')

  // The rating is shown only for the first option.
  await rule(page, /^单选框/).click()
  await page.getByRole('button', { name: '添加条件' }).click()
  await page.getByLabel('值', { exact: true }).click()
  await page.locator('.ant-select-item-option[title="选项1"]').click()
  await page.getByLabel('以下组件').fill('评分')
  await page.locator('.ant-select-item-option[title="评分"]').click()

  // Options from an interface, whose name is required.
  await rule(page, /^选择器/).click()
  await page.getByText('接口', { exact: true }).click()
  await expect(page.getByText('请数据接口')).toBeVisible()
  await page.getByLabel('接口地址').fill('/api/v2/form/sources')
  await expect(page.getByText('请数据接口')).toBeHidden()
  await page.getByLabel('解析函数').fill('return 1')
  await expect(page.getByText('请输入正确的解析函数')).toBeVisible()
  await page.getByLabel('解析函数').fill('(res) => res.data')
  await expect(page.getByText('请输入正确的解析函数')).toBeHidden()

  await page.getByRole('button', { name: '预览' }).click()
  const preview = page.getByRole('dialog', { name: '设备借用登记' })
  await preview.getByLabel('借用人').fill('林晓雨')
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await page.getByRole('button', { name: '预览' }).click()
  await expect(preview.getByLabel('借用人')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()

  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await saved(page)
  await page.getByRole('button', { name: '发布' }).click()
  await expect(page.getByText('已发布', { exact: true }).first()).toBeVisible()
  const id = idIn(page)
  const shape = await drawn(id)
  expect(shape).toContain('row(col(input) col(datePicker))')
  for (const type of ['tabs(tabPane', 'group', 'select', 'rate', 'upload', 'checkbox', 'switch'])
    expect(shape).toContain(type)
  const { text } = await call('sysadmin', formCalls.get, { params: { id } })
  expect(text).toContain('"control":[{"value":1,"condition":"==","method":"if","rule":["rate1"]}]')
  expect(text).toMatch(/"to":"options","action":"\/api\/v2\/form\/sources","method":"GET".*"_parse":"\(res\)/)
  expect((await call('booker', formCalls.fill, { params: { id } })).name).toBe('设备借用登记')
  await people.close()
})

test('by keyboard alone: added, moved into a column, copied, deleted, undone, published', async ({
  browser,
}) => {
  const people = company(browser)
  const page = await people.page('sysadmin', { viewport: { width: 1440, height: 900 } })
  await open(page, '/form-create/form-design?id=new')
  const press = async (name: string, key = 'Enter') => {
    await kind(page, name).focus()
    await page.keyboard.press(key)
  }
  const button = async (name: string) => {
    await page.getByRole('toolbar').last().getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  await page.getByLabel('表单名称').focus()
  await page.keyboard.type('值班登记')
  await press('栅格布局')
  await rule(page, /^栅格布局/).focus()
  await page.keyboard.press('Escape')
  await press('输入框', ' ')
  const status = page.getByRole('status').filter({ hasText: '已' }).last()
  await expect(status).toHaveText('已添加输入框，表单第 2 项，共 2 项')
  await button('移入')
  await expect(status).toHaveText('已移动输入框，栅格列第 1 项，共 1 项')
  await expect(rule(page, /^输入框/)).toBeFocused()
  await page.keyboard.press('Control+d')
  await expect(rule(page, /^输入框，第 2 项/)).toBeFocused()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(status).toHaveText('已移动输入框，表单第 2 项，共 2 项')
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Delete')
  await expect(canvas(page).getByRole('button', { name: /^输入框/ })).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(canvas(page).getByRole('button', { name: /^输入框/ })).toHaveCount(2)
  await rule(page, /^栅格布局/).focus()
  await page.keyboard.press('Enter')
  await button('添加子项')
  await page.getByRole('button', { name: '保存', exact: true }).focus()
  await page.keyboard.press('Enter')
  await saved(page)
  await page.getByRole('button', { name: '发布' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('已发布', { exact: true }).first()).toBeVisible()
  expect(await drawn(idIn(page))).toBe('input row(col(input) col col)')
  await people.close()
})

test('two people on one form: the second is told, sees the other’s, and decides', async ({ browser }) => {
  const body = { name: '两人同改', category: '', description: '', text: '{"rule":[],"options":{}}' }
  const { id } = await call('sysadmin', formCalls.create, { body })
  const first = company(browser)
  const page = await first.page('sysadmin')
  await open(page, `/form-create/form-design?id=${id}`)
  await kind(page, '评分').click()
  const text = '{"rule":[{"type":"input","field":"his","title":"对方的字段"}],"options":{}}'
  await call('sysadmin', formCalls.save, { params: { id }, body: { ...body, text, revision: 1, note: '' } })
  // The first person is told while still drawing.
  await expect(page.getByText(/刚刚保存了这个表单/)).toBeVisible()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '表单已被他人保存' })
  await dialog.getByRole('button', { name: '查看对方的版本' }).click()
  await expect(dialog.getByText('对方的字段')).toBeVisible()
  await dialog.getByRole('button', { name: '继续编辑' }).click()
  await expect(rule(page, /^评分/)).toBeVisible()
  expect(await drawn(id)).toBe('input')
  // An unsaved drawing survives a reload.
  await page.waitForTimeout(1_000)
  await page.reload()
  await page.getByRole('button', { name: '恢复' }).click()
  await expect(rule(page, /^评分/)).toBeVisible()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await dialog.getByRole('button', { name: '用我的版本覆盖' }).click()
  await saved(page)
  expect(await drawn(id)).toBe('rate')
  await page.context().close()
})
