import { expect, test } from '@playwright/test'
import { benefitCalls } from '@portal/contract/benefit/calls'
import { boardCalls } from '@portal/contract/statistics/board'
import { open, sayYes, findState } from './support/arrange.ts'
import { accessibilityFaults } from './support/axe.ts'
import { takenOff, takeUp } from './support/inbox.ts'
import { upload } from './support/lifecycle.ts'
import { call, company } from './support/people.ts'

// What a lab director does with the figures: finds idle instruments, and fills in the benefit evaluation of
// an instrument.

test('a director finds the idle instrument from his start page', async ({ browser }) => {
  const readBoard = async () => {
    const read = await call('director', boardCalls.board)
    const first = read?.idle.devices[0]
    if (!read || !first) throw new Error('the demo laboratory has an instrument that nobody uses')
    return { board: read, idle: first }
  }
  let { board, idle } = await readBoard()
  const people = company(browser)
  const page = await people.page('director')

  await open(page, '/maintain/index')
  const card = page.getByRole('region', { name: /天没有使用的共享仪器/ })
  // Another story may use one of them meanwhile, so read the board again; it is up to a minute old. Each try
  // waits long enough for a busy machine to draw a page that it has just reloaded.
  await expect(async () => {
    ;({ board, idle } = await readBoard())
    await page.reload()
    await expect(card).toContainText(`${board.idle.total} 台`, { timeout: 10_000 })
  }).toPass({ timeout: 90_000 })
  await card.getByRole('link', { name: idle.name, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(idle.name)

  // The director's table of instruments shows the same number, and none of them has any hours.
  await open(page, `/statistic/device-statistic?period=custom&from=${board.idleFrom}&to=${board.to}`)
  const rows = page.getByRole('table').locator('tbody tr')
  await expect(rows.nth(board.idle.total)).toBeVisible()
  await page.getByLabel('只看正常共享的').click()
  await page.getByLabel('只看未使用的').click()
  await expect(page).toHaveURL(/shared=true.*idle=true/)
  // Read again, as above.
  let now = board
  await expect(async () => {
    now = (await call('director', boardCalls.board)) ?? now
    await page.reload()
    await expect(rows).toHaveCount(now.idle.total, { timeout: 10_000 })
  }).toPass({ timeout: 90_000 })
  for (const one of now.idle.devices) {
    const line = rows.filter({ hasText: one.name }).first()
    await expect(line.getByRole('cell', { name: '0.0', exact: true }).first()).toBeVisible()
  }
  expect(await accessibilityFaults(page)).toEqual([])
  await people.close()
})

test('an evaluation is filled in, sent back, put right and published', async ({ browser }) => {
  const people = company(browser)
  const [keeper, office] = [await people.page('director'), await people.page('equipoffice')]
  const inState = async (state: 'draft' | 'submitted') =>
    (await call('director', benefitCalls.list, { query: { state } })).items[0]
  // If this story ran before, its evaluation is returned first.
  const told = (await inState('draft')) ? undefined : await inState('submitted')
  if (told)
    await call('equipoffice', benefitCalls.decide, {
      body: { items: [{ id: told.id, state: 'submitted' }], verdict: 'refuse', reason: '重新填报' },
    })
  const mine = await inState('draft')
  if (!mine) throw new Error('the demo laboratory has an evaluation to fill in')
  const { id } = mine
  const { revision } = await call('director', benefitCalls.get, { params: { id } })
  await call('director', benefitCalls.change, {
    params: { id },
    body: {
      revision,
      functionsTotal: null,
      functionsUsed: null,
      functionsNew: null,
      note: null,
      corrections: [],
      fileIds: [],
    },
  })
  const path = `/statistic/benefit?id=${id}`

  // Submission needs the three counts, and a corrected figure needs a document.
  await open(keeper, path)
  const submit = keeper.getByRole('button', { name: '提交评价', exact: true })
  await expect(submit).toBeDisabled()
  await keeper.getByLabel('功能总数').fill('12')
  await keeper.getByLabel('利用功能数').fill('9')
  await keeper.getByLabel('新开发功能数').fill('1')
  await keeper.getByRole('button', { name: '添加更正' }).click()
  await keeper.getByRole('combobox', { name: '数据' }).click()
  await keeper.locator('.ant-select-dropdown:visible').getByTitle('有效机时（小时）').click()
  await keeper.getByLabel('更正后的有效机时').fill('1500.5')
  await keeper.getByLabel('理由').fill('台账缺 3 月的维护后测试')
  await keeper.getByRole('button', { name: '保存填报内容' }).click()
  await expect(keeper.getByText('佐证材料不能为空')).toBeVisible()
  await expect(submit).toBeDisabled()
  await upload(keeper, '上传图片或附件', '机时记录.pdf')
  await keeper.getByRole('button', { name: '保存填报内容' }).click()
  await expect(keeper.getByText(/^填报内容已保存/)).toBeVisible()
  await submit.click()
  await sayYes(keeper, '提交评价')
  await expect(findState(keeper)).toContainText('待审核')

  // The office returns it from the inbox with a reason, which the director reads.
  const panel = await takeUp(office, 'equipoffice', 'benefit', id, ['1500.50 小时'])
  await panel.getByRole('button', { name: '退回', exact: true }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('退回原因').fill('请补充 3 月的运行日志')
  await dialog.getByRole('button', { name: '退回修改' }).click()
  await takenOff(office)
  await open(keeper, '/account/audit-list?business=benefit')
  await open(keeper, path)
  await expect(keeper.getByText('请补充 3 月的运行日志').first()).toBeVisible()
  await upload(keeper, '上传图片或附件', '运行日志.pdf')
  // The message of the first save must be gone: it would be taken for that of the second.
  await expect(keeper.getByText(/^填报内容已保存/)).toHaveCount(0)
  await keeper.getByRole('button', { name: '保存填报内容' }).click()
  await expect(keeper.getByText(/^填报内容已保存/)).toBeVisible()
  await expect(keeper.getByText('运行日志.pdf').first()).toBeVisible()
  await submit.click()
  await sayYes(keeper, '提交评价')
  await expect(findState(keeper)).toContainText('待审核')

  // After publication it is in the ranking with the approved score.
  // The new file proves that the office does not decide on what it had seen before it sent it back.
  const again = await takeUp(office, 'equipoffice', 'benefit', id, ['1500.50 小时', '运行日志.pdf'])
  await again.getByRole('button', { name: '通过并公布', exact: true }).click()
  await sayYes(office, '通过并公布')
  await takenOff(office)
  const done = await call('director', benefitCalls.get, { params: { id } })
  expect(done.state).toBe('published')
  await open(office, `/statistic/benefit?view=ranking&keyword=${mine.device.serialId}`)
  const row = office.getByRole('row').filter({ hasText: mine.device.name })
  await expect(row).toContainText(((done.total ?? 0) / 100).toFixed(2))
  await people.close()
})
