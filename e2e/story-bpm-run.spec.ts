import { expect, test, type Page } from '@playwright/test'
import { workflowCalls } from '@portal/contract/workflow/calls'
import { findState, idIn, open, sayYes } from './support/arrange.ts'
import { accessibilityFaults } from './support/axe.ts'
import { takeEffect } from './support/inbox.ts'
import { call, company } from './support/people.ts'
import { findDayIn } from './support/select.ts'

// The booker applies for the fund. The office returns the application, the booker corrects it, two experts
// answer, one of them after delegating, and the office grants it. The office moves another one on, and its
// applicant withdraws it.

const FUND = '开放基金申请'
const inbox = '/account/audit-list?business=workflow'
const task = (page: Page, words: string) =>
  page.locator('.inbox-tasks').getByRole('button').filter({ hasText: words }).first()
const panel = (page: Page) => page.getByRole('article')
/** Sends the held decisions of the inbox at once and expects this message. */
async function said(page: Page, words: string): Promise<void> {
  await takeEffect(page)
  await expect(page.getByText(words, { exact: true }).first()).toBeVisible()
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/**
 * Waits until this instance is in the panel: a click on a task only starts to open it, and until then the
 * panel shows another one. By the whole number, because other facts contain its digits.
 */
const isOpen = (page: Page, id: number) =>
  expect(panel(page).locator('.facts').first().getByText(String(id), { exact: true })).toBeVisible()
/** Opens this task in the person's inbox. */
async function take(page: Page, id: number): Promise<void> {
  await open(page, inbox)
  await task(page, `${FUND}（林晓雨）`).click()
  await isOpen(page, id)
}
async function pick(page: Page, label: string, name: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(name)
  await page.locator('.ant-select-item-option').filter({ hasText: name }).first().click()
}

test('applied for, returned, corrected, delegated, agreed to, granted, printed', async ({ browser }) => {
  const people = company(browser)
  const booker = await people.page('booker')
  await open(booker, '/account/workflows')
  await booker.getByRole('link', { name: '发起流程' }).first().click()
  await booker.getByLabel('流程名称、分类').fill('基金')
  await booker.getByLabel('流程名称、分类').press('Enter')
  await booker.getByRole('link', { name: `发起 ${FUND}` }).click()

  // The booker saves a half-filled form as a draft and continues it.
  await booker.getByLabel('课题名称').fill('显微镜自动对焦模块')
  await booker.getByLabel('申请金额（元）').fill('60000')
  await button(booker, '暂存').click()
  await expect(booker.getByText(/已暂存/)).toBeVisible()
  await open(booker, '/bpm/create-process')
  await booker.getByRole('link', { name: `继续填写草稿 ${FUND}` }).click()
  await expect(booker.getByLabel('课题名称')).toHaveValue('显微镜自动对焦模块')
  const preview = booker.getByRole('region').or(booker.locator('.start-steps')).last()
  await expect(preview).toContainText('财务与主管联合审批')
  await button(booker, '提交').click()
  await said(booker, '请选择评审专家')
  await pick(booker, '评审专家', '孙立群')
  await pick(booker, '评审专家', '何静')
  await booker.getByLabel('研究内容').fill('为体视显微镜加装自动对焦模块。')
  await expect(preview).toContainText('孙立群、何静')
  expect(await accessibilityFaults(booker)).toEqual([])
  await button(booker, '提交').click()
  await booker.waitForURL(/\/bpm\/instance\?id=\d+/)
  await expect(findState(booker)).toContainText('进行中')
  await expect(booker.locator('.diagram .is-now')).toHaveCount(1)
  const id = idIn(booker)

  // The office asks for a lower amount. Returning needs an opinion.
  const office = await people.page('equipoffice')
  await take(office, id)
  await button(office, '退回').click()
  await button(office, '退回').click()
  await said(office, '请填写意见')
  await office.getByLabel('意见').fill('金额偏高，请压缩至五万元以内')
  expect(await accessibilityFaults(office)).toEqual([])
  await button(office, '退回').click()
  await said(office, '已退回')

  await take(booker, id)
  await panel(booker).getByRole('link', { name: '修改' }).click()
  await expect(booker.getByText('宋佳退回：金额偏高，请压缩至五万元以内')).toBeVisible()
  await booker.getByLabel('申请金额（元）').fill('45000')
  await booker.getByLabel('修改说明').fill('已压缩')
  await button(booker, '重新提交').click()
  await said(booker, '已重新提交')
  await expect(booker.getByRole('list', { name: '办理记录' })).toContainText('已压缩')

  // This process does not allow batch decisions, so the ticked approval fails.
  await take(office, id)
  await office.getByLabel(`选择 ${FUND}（林晓雨）`).first().check()
  await button(office, '通过 1 项').click()
  await sayYes(office, '通过 1 项')
  const held = office.locator('.voice .held')
  await held.getByRole('button', { name: '立即生效' }).click()
  await expect(held).toContainText('该流程不允许批量办理')
  // The message leads back to the task, where the office approves it.
  await held.getByRole('button', { name: '返回该项' }).click()
  await isOpen(office, id)
  await panel(office).getByLabel('意见').fill('同意送审')
  await button(office, '同意').click()
  await said(office, '已同意')

  // One expert delegates the task and decides when it comes back.
  const director = await people.page('director')
  await open(director, `/bpm/instance?id=${id}`)
  await director.getByLabel('意见').fill('请先看一下技术路线')
  await button(director, '委托').click()
  await pick(director, '委托给', '赵文博')
  await button(director, '委托').click()
  await said(director, '已委托')
  const reviewer = await people.page('reviewer')
  await take(reviewer, id)
  await expect(panel(reviewer)).toContainText('孙立群 委托办理')
  await panel(reviewer).getByLabel('意见').fill('路线可行')
  await button(reviewer, '同意').click()
  await said(reviewer, '已同意')
  await take(director, id)
  await button(director, '同意').click()
  await said(director, '已同意')
  const expert = await people.page('labadmin', { viewport: { width: 375, height: 812 } })
  await take(expert, id)
  await button(expert, '同意').click()
  await said(expert, '已同意')

  // Only the last step may write this field.
  await take(office, id)
  await panel(office).getByLabel('批复意见').fill('准予立项，资助 45000 元')
  await button(office, '同意').click()
  await said(office, '已同意')
  await open(booker, '/account/workflows')
  await booker
    .getByRole('row')
    .filter({ hasText: '显微镜自动对焦模块' })
    .getByRole('link', { name: '查看' })
    .click()
  await expect(findState(booker)).toContainText('已通过')
  await expect(booker.locator('.diagram .is-now')).toHaveCount(0)
  expect(await accessibilityFaults(booker)).toEqual([])
  const log = booker.getByRole('list', { name: '办理记录' })
  for (const line of ['设备处初审：退回至发起人', '专家会签：委托给赵文博', '路线可行', '流程结束'])
    await expect(log).toContainText(line)

  await booker.getByRole('link', { name: '打印' }).click()
  const sheet = booker.getByRole('article', { name: FUND })
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText(FUND)
  for (const line of ['已通过', '45000', '准予立项，资助 45000 元', '同意送审', '孙立群、何静'])
    await expect(sheet).toContainText(line)
  await booker.emulateMedia({ media: 'print' })
  await expect(booker.getByRole('navigation').first()).toBeHidden()
  await people.close()
})

test('moved on by the office with a reason, urged, withdrawn', async ({ browser }) => {
  const startable = await call('payer', workflowCalls.startable, { query: {} })
  const { id: fund = 0, version = 0 } = startable.find(({ name }) => name === FUND) ?? {}
  const values = { topic: '撤回演练', amount: 8000, experts: [1], content: '先审后撤。' }
  const { id } = await call('payer', workflowCalls.start, { params: { id: fund }, body: { version, values } })

  const people = company(browser)
  const office = await people.page('equipoffice')
  await open(office, '/bpm/instances?state=running')
  await office.getByRole('button', { name: '展开' }).click()
  await pick(office, '发起人', '陈志远')
  await expect(office).toHaveURL(/starterId=\d+/)
  await office.getByRole('row').filter({ hasText: '撤回演练' }).getByRole('link', { name: '查看' }).click()
  const move = office.locator('.instance-move')
  await move.getByRole('button', { name: '跳过该环节' }).click()
  await said(office, '请填写原因')
  await move.getByLabel('原因').fill('经办人出差')
  await move.getByRole('button', { name: '跳过该环节' }).click()
  await sayYes(office, '跳过该环节')
  await said(office, '已推进')
  await expect(office.getByRole('list', { name: '办理记录' })).toContainText('管理员推进')

  const payer = await people.page('payer')
  await open(payer, `/bpm/instance?id=${id}`)
  await expect(payer.locator('.facts').first()).toContainText('专家会签')
  await payer.getByLabel('评论').fill('请尽快，谢谢')
  await button(payer, '发表评论').click()
  await said(payer, '已评论')
  await button(payer, '催办').click()
  await sayYes(payer, '催办')
  await said(payer, '已催办')
  await button(payer, '撤回').click()
  await sayYes(payer, '撤回')
  await expect(findState(payer)).toContainText('已撤回')
  await expect(button(payer, '撤回')).toBeHidden()

  // The payer deletes a draft that is no longer wanted.
  await call('payer', workflowCalls.saveDraft, {
    params: { id: fund },
    body: { values: { topic: '不要了' } },
  })
  await open(payer, '/bpm/create-process')
  await button(payer, '删除草稿').click()
  await sayYes(payer, '删除草稿')
  await said(payer, '草稿已删除')
  await expect(payer.getByText('未提交的草稿')).toBeHidden()
  const { items } = await call('sysadmin', workflowCalls.instances, {
    query: {
      scope: 'all',
      state: 'withdrawn',
      starterId: (await call('payer', workflowCalls.instance, { params: { id } })).starter.id,
    },
  })
  expect(items.map((instance) => instance.id)).toContain(id)
  await people.close()
})

test('somebody acts for one who is away, until he is back', async ({ browser }) => {
  const people = company(browser)
  const page = await people.page('outsider')
  await open(page, '/account/audit-list')
  await page.getByRole('link', { name: '不在岗代理' }).click()
  await button(page, '安排代理').click()
  const dialog = page.getByRole('dialog', { name: '安排代理' })
  await dialog.getByRole('button', { name: '安排代理' }).click()
  await expect(dialog.getByText('请填写代理人')).toBeVisible()
  await pick(page, '代理人', '吴子涵')
  // Escape would close the list while it is still there, and the dialog only after it.
  await expect(page.locator('.ant-select-item-option').first()).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByText('填写的内容尚未提交，关闭后将丢失。')).toBeVisible()
  await sayYes(page, '继续填写')
  const lastDay = findDayIn(3)
  await dialog.getByLabel('结束日期').fill(lastDay)
  await dialog.getByLabel('结束日期').press('Enter')
  await dialog.getByRole('button', { name: '安排代理' }).click()
  await said(page, '代理已安排')
  const row = page.getByRole('row').filter({ hasText: '吴子涵' })
  await expect(row).toContainText('代理中')
  await expect(row).toContainText(lastDay)
  expect(await accessibilityFaults(page)).toEqual([])
  await row.getByRole('button', { name: '结束代理' }).click()
  await sayYes(page, '结束代理')
  await expect(row).toContainText('已结束')
  await people.close()
})
