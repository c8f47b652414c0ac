import { expect, test, type Page } from '@playwright/test'
import { formCalls } from '@portal/contract/form/calls'
import { monitorCalls } from '@portal/contract/monitor/monitor'
import { workflowCalls } from '@portal/contract/workflow/calls'
import { findState, idIn, open, sayYes } from './support/arrange.ts'
import { accessibilityFaults } from './support/axe.ts'
import { letTimeRunOut } from './support/clock.ts'
import { call, company, type Who } from './support/people.ts'
import { takeEffect } from './support/inbox.ts'

// A process with two parallel branches (one of them 会签), a choice by the amount and a time limit is drawn on
// an empty canvas by mouse and published. Five people start it and seven decide, in all the possible ways:
// one task is delegated, one instance is withdrawn, one runs out of time. The printed sheet is correct.

/** A new name for each run, because the portal may have a process of an earlier run. */
const NAME = `大型测试立项 ${Date.now() % 100_000}`
const rule = [
  { type: 'input', field: 'topic', title: '事项', $required: true },
  { type: 'inputNumber', field: 'amount', title: '金额', $required: true },
]

// ── Drawing ──────────────────────────────────────────────────────────────────

const outline = (page: Page) => page.getByRole('region', { name: '大纲' })
const settings = (page: Page) => page.getByRole('complementary', { name: '设置' })
const pad = (page: Page, action: string) => page.locator(`.djs-context-pad [data-action="${action}"]`)
const shape = (page: Page, id: string) => page.locator(`.djs-shape[data-element-id="${id}"]`)

/** Selects an element in the outline; it is then selected on the canvas, too, and has its context pad. */
async function select(page: Page, name: string): Promise<void> {
  await outline(page)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  await expect(settings(page).getByLabel('名称', { exact: true })).toHaveValue(name)
}
/** Adds an element after the selected one, by the context pad. Returns its id. */
async function append(page: Page, kind: 'task' | 'choice' | 'parallel' | 'end', name: string) {
  const selected = page.locator('.djs-shape.selected')
  const before = (await selected.getAttribute('data-element-id')) ?? ''
  await pad(page, `append.${kind}`).click()
  await expect(selected).not.toHaveAttribute('data-element-id', before)
  const box = settings(page).getByLabel('名称', { exact: true })
  await box.fill(name)
  await box.press('Enter')
  await expect(
    outline(page)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .first(),
  ).toBeVisible()
  return (await selected.getAttribute('data-element-id')) ?? ''
}
/** Draws a line from the selected element to another, by the context pad. */
async function connect(page: Page, to: string): Promise<void> {
  const ways = page.locator('.djs-connection')
  const before = await ways.count()
  await page.getByRole('button', { name: '适应窗口' }).click()
  await pad(page, 'link').click()
  const { x = 0, y = 0, width = 0, height = 0 } = (await shape(page, to).boundingBox()) ?? {}
  await page.mouse.move(x + width / 2 - 5, y + height / 2 - 5)
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.up()
  await expect(ways).toHaveCount(before + 1)
}
async function choose(page: Page, label: string, option: string, nth = 0): Promise<void> {
  await settings(page).getByRole('combobox', { name: label, exact: true }).nth(nth).click()
  await page.locator(`.ant-select-item-option[title="${option}"]:visible`).click()
}
/** Sets who acts at the selected step. */
async function actBy(page: Page, ...people: string[]): Promise<void> {
  for (const [i, name] of people.entries()) {
    await settings(page).getByRole('button', { name: '添加办理人' }).click()
    const box = settings(page).getByRole('combobox', { name: '人员', exact: true }).nth(i)
    await box.fill(name)
    await page.locator('.ant-select-item-option:visible').filter({ hasText: name }).first().click()
  }
  await expect(settings(page).getByText(`办理人（${people.length}）`)).toBeVisible()
}

// ── Deciding ─────────────────────────────────────────────────────────────────

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const said = (page: Page, words: string) =>
  expect(page.getByText(words, { exact: true }).first()).toBeVisible()
const openTask = (page: Page, id: number) => open(page, `/bpm/instance?id=${id}`)
async function pick(page: Page, label: string, name: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(name)
  await page.locator('.ant-select-item-option:visible').filter({ hasText: name }).first().click()
}
async function agree(page: Page, id: number, opinion = ''): Promise<void> {
  await openTask(page, id)
  if (opinion) await page.getByLabel('意见').fill(opinion)
  await button(page, '同意').click()
  await said(page, '已同意')
}
/** Approves by API call, where the same step is already tested in the browser. */
async function agreeByCall(who: Who, id: number): Promise<void> {
  const { tasks } = await call(who, workflowCalls.instance, { params: { id } })
  const task = tasks.find((t) => t.can.includes('agree'))
  if (!task) throw new Error(`${who} has nothing to decide of ${id}`)
  const body = { verdict: 'agree' as const, opinion: null }
  await call(who, workflowCalls.decide, { params: { id: task.id }, body })
}
const listSteps = async (id: number) =>
  (await call('sysadmin', workflowCalls.instance, { params: { id } })).steps.map((s) => s.name)

test('drawn from nothing, started by five, decided by seven', async ({ browser }) => {
  test.setTimeout(240_000)
  const people = company(browser)
  const office = await people.page('equipoffice', { viewport: { width: 1440, height: 900 } })

  await test.step('drawn by mouse', async () => {
    const form = {
      name: `${NAME}表`,
      category: '',
      description: '',
      text: JSON.stringify({ rule, options: {} }),
    }
    const { id, revision } = await call('equipoffice', formCalls.create, { body: form })
    await call('equipoffice', formCalls.publish, { params: { id }, body: { revision } })

    await open(office, '/bpm/bpm-list')
    await office.getByRole('link', { name: '新建流程' }).first().click()
    await settings(office).getByLabel('流程名称').fill(NAME)
    await settings(office).getByLabel('绑定的表单').fill(form.name)
    await office.locator(`.ant-select-item-option[title="${form.name}"]:visible`).click()
    await settings(office).getByLabel('允许批量办理').click()

    await office.locator('.djs-palette [data-action="start"]').click()
    await office.getByRole('group', { name: '流程画布' }).click({ position: { x: 120, y: 260 } })
    await append(office, 'task', '初审')
    await actBy(office, '宋佳', '周建国')
    await append(office, 'parallel', '分头')
    await append(office, 'task', '技术会签')
    await actBy(office, '孙立群', '何静')
    await choose(office, '多人办理', '会签（所有人同意）')
    const join = await append(office, 'parallel', '汇合')
    await select(office, '分头')
    await append(office, 'task', '经费核对')
    await actBy(office, '沈玉兰')
    await connect(office, join)
    await select(office, '汇合')
    await append(office, 'choice', '金额')
    await append(office, 'task', '领导审批')
    await actBy(office, '梁启明')
    await settings(office).getByText('时限', { exact: true }).click()
    await choose(office, '超时后', '自动通过')
    const end = await append(office, 'end', '完成')
    await select(office, '金额')
    await append(office, 'task', '科室审批')
    await actBy(office, '马俊')
    await connect(office, end)
    const way = (to: string) =>
      outline(office)
        .getByRole('button', { name: new RegExp(`→ ${to}`) })
        .first()
    await way('领导审批').click()
    await settings(office).getByRole('button', { name: '添加条件' }).click()
    await choose(office, '条件 1的字段', '金额')
    await choose(office, '条件 1的比较方式', '大于')
    await settings(office).getByLabel('值', { exact: true }).fill('50000')
    await office.keyboard.press('Enter')
    await way('科室审批').click()
    await settings(office)
      .getByRole('checkbox', { name: /默认路径/ })
      .click()
    await button(office, '保存').click()
    await expect(office.getByText('已保存', { exact: true })).toBeVisible()
    await button(office, '发布').click()
    await expect(office.getByText('已发布，现在就能发起')).toBeVisible()
  })
  const workflowId = idIn(office)

  const ids = new Map<Who, number>()
  const findId = (who: Who) => ids.get(who) ?? 0
  const booker = await people.page('booker')
  await test.step('started by five', async () => {
    await open(booker, '/bpm/create-process')
    await booker.getByLabel('流程名称、分类').fill(NAME)
    await booker.getByLabel('流程名称、分类').press('Enter')
    await booker.getByRole('link', { name: `发起 ${NAME}` }).click()
    await booker.getByLabel('事项').fill('原位加热样品台')
    await booker.getByLabel('金额').fill('800000')
    await button(booker, '提交').click()
    await booker.waitForURL(/\/bpm\/instance\?id=\d+/)
    ids.set('booker', idIn(booker))
    const others: [Who, number][] = [
      ['payer', 3000],
      ['experimenter', 4000],
      ['requester', 90_000],
      ['cardowner', 5000],
    ]
    for (const [who, amount] of others) {
      const body = { version: 1, values: { topic: `${who} 的事项`, amount } }
      const { id } = await call(who, workflowCalls.start, { params: { id: workflowId }, body })
      ids.set(who, id)
    }
  })

  await test.step('claimed, returned, corrected, agreed to', async () => {
    await openTask(office, findId('booker'))
    await button(office, '认领').click()
    await said(office, '已认领，由您办理')
    await expect(button(office, '认领')).toBeHidden()
    await office.getByLabel('意见').fill('金额多写了一个零')
    await button(office, '退回').click()
    await office.getByRole('group', { name: '退回' }).getByRole('button', { name: '退回' }).click()
    await said(office, '已退回')
    await openTask(booker, findId('booker'))
    await booker.getByLabel('金额').fill('80000')
    await booker.getByLabel('修改说明').fill('已改正')
    await button(booker, '重新提交').click()
    await said(booker, '已重新提交')
    await agree(office, findId('booker'), '同意立项')
  })

  await test.step('three at once', async () => {
    await open(office, '/account/audit-list?business=workflow')
    for (const name of ['陈志远', '罗婷', '许国华'])
      await office.getByLabel(`选择 ${NAME}（${name}）`).check()
    await button(office, '通过 3 项').click()
    await sayYes(office, '通过 3 项')
    await takeEffect(office)
    await expect.poll(() => listSteps(findId('cardowner'))).toEqual(['技术会签', '经费核对'])
  })

  await test.step('withdrawn', async () => {
    const experimenter = await people.page('experimenter')
    await openTask(experimenter, findId('experimenter'))
    await button(experimenter, '撤回').click()
    await sayYes(experimenter, '撤回')
    await expect(findState(experimenter)).toContainText('已撤回')
  })

  await test.step('two branches side by side: both ask, one delegates, one hands it over, one refuses', async () => {
    await openTask(booker, findId('booker'))
    await expect(booker.locator('.diagram .is-now')).toHaveCount(2)
    const director = await people.page('director')
    await openTask(director, findId('booker'))
    await button(director, '委托').click()
    await pick(director, '委托给', '赵文博')
    await button(director, '委托').click()
    await said(director, '已委托')
    const reviewer = await people.page('reviewer')
    await agree(reviewer, findId('booker'), '指标合理')
    await agree(director, findId('booker'))
    // The process continues only after all people of 会签 and of the parallel branch have decided.
    const finance = await people.page('finance')
    await agree(finance, findId('booker'), '经费落实')
    expect(await listSteps(findId('booker'))).toEqual(['技术会签'])
    await agreeByCall('labadmin', findId('booker'))
    expect(await listSteps(findId('booker'))).toEqual(['领导审批'])

    await openTask(finance, findId('payer'))
    await button(finance, '转办').click()
    await pick(finance, '转办给', '马俊')
    await button(finance, '转办').click()
    await said(finance, '已转办')
    await agreeByCall('outsider', findId('payer'))

    await openTask(finance, findId('cardowner'))
    await finance.getByLabel('意见').fill('经费不足')
    await button(finance, '拒绝').click()
    await sayYes(finance, '拒绝')
    await said(finance, '已拒绝')
  })

  await test.step('by the amount to the one or the other; time runs out for one', async () => {
    for (const who of ['director', 'labadmin'] as const) {
      await agreeByCall(who, findId('payer'))
      await agreeByCall(who, findId('requester'))
    }
    await agreeByCall('finance', findId('requester'))
    expect([await listSteps(findId('payer')), await listSteps(findId('requester'))]).toEqual([
      ['科室审批'],
      ['领导审批'],
    ])
    await agreeByCall('outsider', findId('payer'))
    const head = await people.page('depthead')
    await agree(head, findId('requester'), '同意')

    await letTimeRunOut(findId('booker'))
    // The scheduler may run the same job at this moment, which has the same effect; then this call fails.
    await call('sysadmin', monitorCalls.runJob, { params: { name: 'workflow-due' } }).catch(() => null)
    await openTask(booker, findId('booker'))
    await expect(async () => {
      await booker.reload()
      await expect(findState(booker)).toContainText('已通过', { timeout: 2000 })
    }).toPass({ timeout: 90_000 })
  })

  await test.step('what came of them', async () => {
    const state = async (who: Who) =>
      (await call('sysadmin', workflowCalls.instance, { params: { id: findId(who) } })).state
    expect(await Promise.all([...ids.keys()].map(state))).toEqual([
      'done',
      'done',
      'withdrawn',
      'done',
      'refused',
    ])
    const { timeline } = await call('sysadmin', workflowCalls.instance, { params: { id: findId('booker') } })
    expect(timeline.map((e) => e.kind)).toEqual([
      'started',
      'claimed',
      'returned',
      'resubmitted',
      'agreed',
      'delegated',
      'agreed',
      'agreed',
      'agreed',
      'agreed',
      'late',
      'ended',
    ])
    expect(await accessibilityFaults(booker)).toEqual([])
  })

  await test.step('the printed sheet', async () => {
    await booker.getByRole('link', { name: '打印' }).click()
    const sheet = booker.getByRole('article', { name: NAME })
    await expect(sheet.getByRole('heading', { level: 1 })).toHaveText(NAME)
    const lines = ['已通过', '林晓雨', '原位加热样品台', '80000', '同意立项', '指标合理', '经费落实', '何静']
    for (const line of lines) await expect(sheet).toContainText(line)
    await expect(sheet).not.toContainText('800000')
    await booker.emulateMedia({ media: 'print' })
    await expect(booker.getByRole('navigation').first()).toBeHidden()
    // The sheet uses the full paper width: the hidden menu leaves no empty column.
    const { width = 0 } = (await sheet.boundingBox()) ?? {}
    expect(width).toBeGreaterThan(1000)
  })
  await people.close()
})
