import { expect, test, type Page } from '@playwright/test'
import { formCalls } from '@portal/contract/form/calls'
import { accessibilityFaults } from './support/axe.ts'
import { call, company, type Who } from './support/people.ts'

// A student fills in an office's form on a phone, is told in Chinese what is wrong, and sees the sent answer.
// A second test checks that a form's parsing functions cannot reach anything outside.

const phone = { viewport: { width: 390, height: 844 } }
const file = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
})

/** Finds the published form of this name; the office makes it if it does not exist. Returns its id. */
async function findForm(who: Who, keyword: string): Promise<number> {
  const { items } = await call(who, formCalls.open, { query: { keyword, all: 'true' } })
  const [form] = items
  if (!form) throw new Error(`no form ${keyword}`)
  return form.id
}
const faults = (page: Page) => page.locator('.fv-fault')

test('a student fills in a form on a phone', async ({ browser }) => {
  const people = company(browser)
  const page = await people.page('booker', phone)
  const id = await findForm('booker', '实验室安全准入')

  await test.step('finds what is filled in by itself, and not what a process is started with', async () => {
    await page.goto('/account/forms')
    const rows = page.getByRole('row')
    await rows.filter({ hasText: '开放共享意见征集' }).getByRole('link', { name: '填写' }).click()
    await expect(page.getByRole('heading', { name: '开放共享意见征集' })).toBeVisible()
    await page.goBack()
    await expect(rows.filter({ hasText: '开放共享意见征集' })).toBeVisible()
    await expect(rows.filter({ hasText: '实验室安全准入申请' })).toHaveCount(0)
  })

  await test.step('sends it too early', async () => {
    await page.goto(`/account/form?id=${id}`)
    await expect(page.getByRole('heading', { name: '实验室安全准入申请' })).toBeVisible()
    await expect(page.getByLabel('课程名称')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.getByRole('button', { name: '提交' }).click()
    await expect(faults(page)).toHaveText([
      '请选择实验室类型',
      '请输入指导教师',
      '请选择准入期限',
      '请选择涉及的危险源',
      '请输入课程名称',
      '请选择完成日期',
      '请上传培训合格证明',
      '请阅读并同意实验室安全管理规定',
    ])
    await expect(page.getByLabel('申请进入的实验室类型')).toBeFocused()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  await test.step('a condition takes a question away and brings it back', async () => {
    await page.getByRole('radio', { name: '校外人员' }).check()
    await expect(page.getByLabel('指导教师')).toHaveCount(0)
    await page.getByRole('radio', { name: '学生' }).check()
    await page.getByLabel('指导教师').fill('陈志远')
  })

  await test.step('corrects what was wrong; a reload loses nothing', async () => {
    await page.getByLabel('申请进入的实验室类型').click()
    await page.locator('.ant-select-item-option[title="机电类"]').click()
    const [from, until] = [page.getByLabel('准入期限').first(), page.getByLabel('准入期限').last()]
    await from.fill('2026-12-01')
    await page.keyboard.press('Enter')
    // The picker moves the focus to the second date a moment later.
    await expect(until).toBeFocused()
    await until.fill('2027-01-31')
    await page.keyboard.press('Enter')
    await expect(from).toHaveValue('2026-12-01')
    await expect(until).toHaveValue('2027-01-31')
    await page.getByRole('checkbox', { name: '激光' }).check()
    await page.getByLabel('课程名称').fill('激光安全')
    await page.getByLabel('完成日期').fill('2026-10-08')
    await page.keyboard.press('Enter')
    const certificate = page.getByRole('group', { name: '培训合格证明' })
    await certificate
      .locator('input[type=file]')
      .setInputFiles({ ...file('证明.exe'), mimeType: 'application/exe' })
    await expect(certificate.getByText('只支持 PDF、图片')).toBeVisible()
    await certificate.locator('input[type=file]').setInputFiles(file('证明.pdf'))
    await expect(certificate.getByRole('button', { name: '移除 证明.pdf' })).toBeVisible()
    // At once: what is not written yet is written as the page goes.
    await page.reload()
    await expect(page.getByText('未提交的内容')).toBeVisible()
    await expect(page.getByLabel('课程名称')).toHaveValue('激光安全')
    await page.getByRole('switch', { name: '已阅读' }).click()
  })

  await test.step('sends it, and sees his answer', async () => {
    await page.getByRole('button', { name: '提交' }).click()
    await expect(page.getByRole('heading', { name: '提交成功' })).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: '查看填写内容' }).click()
    for (const said of ['机电类', '陈志远', '2026-12-01 至 2027-01-31', '激光安全', '证明.pdf'])
      await expect(page.getByText(said).first()).toBeVisible()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: '打印' }).click()
    await expect(page.getByRole('article', { name: '实验室安全准入申请' })).toContainText(
      '2026-12-01 至 2027-01-31',
    )
  })

  await test.step('the same wrong values sent past the browser are refused', async () => {
    const { version } = await call('booker', formCalls.fill, { params: { id } })
    await expect(
      call('booker', formCalls.submit, { params: { id }, body: { version, values: { lab: '厨房', x: 1 } } }),
    ).rejects.toThrow('填写的内容有误')
  })
  await people.close()
})

test('a parsing function reads an answer, and reaches nothing', async ({ browser }) => {
  const people = company(browser)
  const select = (field: string, title: string, parse: string) => ({
    type: 'radio',
    field,
    title,
    effect: { fetch: { action: '/api/v2/form/open', method: 'GET', _parse: parse } },
  })
  const text = JSON.stringify({
    rule: [
      select(
        'good',
        '表单',
        'function (res) { return res.data.items.map((f) => ({ value: f.id, label: f.name })) }',
      ),
      select(
        'evil',
        '外传',
        `async (res) => {
          const heard = (one, on) => new Promise((yes, no) => Object.assign(one, { [on]: yes, onerror: no }))
          const tried = {
            page: () => document.cookie,
            parent: () => parent.location.href,
            store: () => heard(indexedDB.open('x'), 'onsuccess'),
            network: () => fetch('/api/v2/form/open'),
            elsewhere: () => fetch('https://example.com/'),
            socket: () => heard(new WebSocket('ws://127.0.0.1/'), 'onopen'),
            script: () => importScripts('/assets/boot.js'),
          }
          const reached = []
          for (const [name, attempt] of Object.entries(tried))
            try { await attempt(); reached.push(name) } catch {}
          return [{ value: 1, label: 'origin ' + self.origin + ', reached ' + (reached.join() || 'nothing') }]
        }`,
      ),
      select('loop', '循环', '() => { while (true) {} }'),
      select('wrong', '不是函数', 'res.data) + (alert(1)'),
    ],
    options: {},
  })
  const body = { name: `解析函数 ${Date.now()}`, category: null, description: '', text }
  const { id, revision } = await call('equipoffice', formCalls.create, { body })
  await call('equipoffice', formCalls.publish, { params: { id }, body: { revision } })

  const page = await people.page('booker', phone)
  await page.goto(`/account/form?id=${id}`)
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  const late = '选项加载失败：解析函数运行时间过长，已停止'
  // All start together with a second each, and 循环 takes a whole core for its second: another that was late on
  // a busy machine is tried again.
  for (const [name, words] of [
    ['表单', '开放共享意见征集'],
    ['外传', 'origin null, reached nothing'],
    ['不是函数', '选项加载失败：请输入正确的解析函数'],
  ] as const)
    await expect(async () => {
      const again = group(name).filter({ hasText: late }).getByRole('button', { name: '重试' })
      if (await again.isVisible()) await again.click({ timeout: 3000 })
      await expect(group(name)).toContainText(words, { timeout: 3000 })
    }).toPass()
  await expect(group('循环')).toContainText(late)
  // The page stayed usable meanwhile.
  await group('表单').getByRole('radio', { name: '开放共享意见征集' }).check()
  await page.getByRole('button', { name: '提交' }).click()
  await expect(page.getByRole('heading', { name: '提交成功' })).toBeVisible()
  await people.close()
})
