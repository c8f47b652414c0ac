import { expect, test, type Page } from '@playwright/test'
import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import { panelCalls } from '@portal/contract/panel/calls'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { tenderCalls } from '@portal/contract/tender/calls'
import { open, sayYes, findState } from './support/arrange.ts'
import { register } from './support/company.ts'
import {
  accept,
  approve,
  bookByLabel,
  colleagues,
  contract,
  deliver,
  openToAll,
  request,
  stockIn,
} from './support/lifecycle.ts'
import { call, company } from './support/people.ts'
import { choose } from './support/select.ts'

// The purchase of an imported precious instrument: two panels of experts, a public tender with three sealed
// quotations, the best of them from a newly invited company, and an acceptance with several signatures. This
// is the longest story; its file name makes it run early, so that the other workers do not wait for it at the
// end.

const EXPERTS = [
  { username: 'expert1', name: '邵建华', unit: '江州理工大学' },
  { username: 'expert2', name: '顾文静', unit: '江州理工大学' },
  { username: 'expert3', name: '丁伟', unit: '东海大学' },
  { username: 'expert4', name: '魏芳', unit: '东海大学' },
  { username: 'lawyer', name: '严正', unit: '江州明正律师事务所' },
] as const
/**
 * Enough time to quote on a quiet machine. A busy one gets more: twice as long as the registration took,
 * which has as many steps but may have met a quieter moment. The prices are sealed for the opening time, so
 * it cannot be moved when the last quotation is in.
 */
const LEAST_QUOTING_MS = 20_000

test('an imported precious instrument, through experts and a public tender', async ({ browser }) => {
  test.setTimeout(480_000)
  const people = company(browser)
  const mark = String(Date.now()).slice(-7)
  const name = `场发射透射电镜 ${mark}`
  const requester = await people.page('requester')
  // An announcement of twenty days is too long for a test, so change the dictionary entry to 0.
  const { content } = await call('sysadmin', dictionaryCalls.items, {
    query: { dictName: 'tender_min_days' },
  })
  for (const { id, label, sort, enabled } of content)
    await call('sysadmin', dictionaryCalls.changeItem, { body: { id, label, value: '0', sort, enabled } })

  const id = await request(
    requester,
    {
      title: `透射电镜购置 ${mark}`,
      name,
      yuan: '1200000',
      imported: true,
      papers: ['价格依据', '贵重仪器可行性论证报告', '进口产品申请表'],
    },
    '待专家论证',
  )
  await judged(id, await findPanel(people, id))
  await open(requester, `/osp/subscribe/subscribeFill?id=${id}`)
  await expect(findState(requester)).toContainText('待院系审批')
  await approve(people, id)
  const began = Date.now()
  const seller = await register(browser, people, mark)
  const quotingMs = Math.max(LEAST_QUOTING_MS, 2 * (Date.now() - began))

  // The tendering office announces the tender; three suppliers submit sealed quotations.
  const office = await people.page('tenderoffice')
  const tender = (await call('tenderoffice', tenderCalls.list, { query: { keyword: mark } })).items[0]
  if (!tender) throw new Error('no tender was drafted')
  const { title, items } = await call('tenderoffice', tenderCalls.get, { params: { id: tender.id } })
  await open(office, `/osp/subscribe/invitation?id=${tender.id}`)
  const supplier = await people.page(seller)
  await open(supplier, '/osp/storage/providerInfo')
  await call('tenderoffice', tenderCalls.change, {
    params: { id: tender.id },
    body: {
      title,
      announcementHtml: '<p>采购场发射透射电子显微镜一台，详见招标文件。</p>',
      opensAt: new Date(Date.now() + quotingMs).toISOString(),
      minQuotations: 3,
      supplierIds: [],
      fileIds: [],
    },
  })
  await office.reload()
  await office.getByRole('button', { name: '发布公告' }).click()
  await sayYes(office, '发布公告')
  await expect(findState(office)).toContainText('公告中')
  await open(supplier, `/osp/subscribe/invitation?id=${tender.id}`)
  await supplier.getByLabel(/单价（共 1/).fill('1150000')
  await supplier.getByLabel('交货期（合同签订后天数）').fill('90')
  await supplier.getByLabel('质保期（月）').fill('36')
  await supplier.getByRole('button', { name: '密封提交' }).click()
  await expect(supplier.getByRole('heading', { name: '报价回执' })).toBeVisible()
  for (const [who, fen] of [
    ['supplier', 118_000_000],
    ['supplier2', 119_900_000],
  ] as const) {
    await call(who, tenderCalls.quote, {
      params: { id: tender.id },
      body: {
        amountFen: fen,
        deliveryDays: 90,
        warrantyMonths: 36,
        note: null,
        prices: items.map((i) => ({ itemId: i.id, unitPriceFen: fen })),
      },
    })
  }
  // Before the opening nobody can see the prices, only the number of quotations; competitors never see them.
  await expect(call('tenderoffice', tenderCalls.open, { params: { id: tender.id } })).rejects.toThrow(
    '未到报价开启时间',
  )
  for (const who of ['tenderoffice', 'supplier'] as const)
    expect(JSON.stringify(await call(who, tenderCalls.get, { params: { id: tender.id } }))).not.toContain(
      '115000000',
    )

  // At the opening time the office opens the tender, unless the scheduled job has already opened it.
  await expect(async () => {
    const { state } = await call('tenderoffice', tenderCalls.get, { params: { id: tender.id } })
    if (state === 'announced') await call('tenderoffice', tenderCalls.open, { params: { id: tender.id } })
  }).toPass({ intervals: [500], timeout: quotingMs + 60_000 })
  await office.reload()
  await expect(findState(office)).toContainText('评审中')
  await evaluate(people, office, tender.id)
  await expect(findState(office)).toContainText('已成交')

  await contract(people, id, '1150000')
  await deliver(people, seller, id, `TEM${mark}`)
  await accept(people, id, `TEM${mark}`, await colleagues(3))
  const serialId = await stockIn(people, id, '1150000')
  await bookByLabel(browser, { deviceId: await openToAll(serialId), serialId, name })
  await people.close()
})

/**
 * The requester sets up the panel on the import, and each expert signs an opinion: the first in the browser,
 * the others by calls. Returns the panel's id.
 */
async function findPanel(people: ReturnType<typeof company>, purchaseId: number): Promise<number> {
  const { id } = await findDraft(purchaseId, 'import')
  const requester = await people.page('requester')
  await open(requester, `/osp/subscribe/entranceVerifyFill?id=${id}`)
  await requester.getByLabel('论证说明').fill('请论证必要性、选型与价格')
  for (const [i, expert] of EXPERTS.entries()) {
    const seat = requester.getByRole('group', { name: `专家 ${i + 1}` })
    await choose(seat, `专家 ${i + 1}`, expert.username, expert.name)
    if (expert.username === 'lawyer') await choose(seat, '类别', '法律专家')
    await seat.getByLabel('工作单位').fill(expert.unit)
    await seat.getByLabel('职称').fill(expert.username === 'lawyer' ? '高级律师' : '教授')
    await seat.getByLabel('校外专家').check()
  }
  await requester.getByRole('button', { name: '保存专家组' }).click()
  await expect(requester.getByText('专家组已保存')).toBeVisible()
  await requester.getByRole('button', { name: '发起论证' }).click()
  await sayYes(requester, '发起论证')
  await expect(findState(requester)).toContainText('专家签署中')
  const first = await people.page('expert1')
  await open(first, `/osp/subscribe/entranceVerifyFill?id=${id}`)
  await first.getByLabel('同意', { exact: true }).check()
  await first.getByLabel('论证意见').fill('必要性充分，选型合理，价格公允，同意购置。')
  await first.getByRole('button', { name: '签署意见' }).click()
  await expect(first.getByText('意见已签署')).toBeVisible()
  for (const expert of EXPERTS.slice(1)) await sign(expert.username, id)
  return id
}

/** The same people form the second panel, for precious instruments. */
async function judged(purchaseId: number, likePanelId: number): Promise<void> {
  const { members, statement } = await call('requester', panelCalls.get, { params: { id: likePanelId } })
  const params = { id: (await findDraft(purchaseId, 'precious')).id }
  await call('requester', panelCalls.change, {
    params,
    body: {
      statement,
      members: members.map(({ user, profession, outside, unit, title }) => ({
        userId: user.id,
        profession,
        outside,
        unit,
        title,
      })),
    },
  })
  await call('requester', panelCalls.call, { params })
  for (const expert of EXPERTS) await sign(expert.username, params.id)
}
const sign = (who: (typeof EXPERTS)[number]['username'], id: number) =>
  call(who, panelCalls.sign, { params: { id }, body: { verdict: 'agree', opinion: '同意购置。' } })
async function findDraft(purchaseId: number, kind: 'import' | 'precious') {
  const { panels } = await call('requester', purchaseCalls.get, { params: { id: purchaseId } })
  const panel = panels.find((p) => p.kind === kind && p.state === 'draft')
  if (!panel) throw new Error(`no ${kind} panel`)
  return panel
}

/**
 * A committee of experts signs its scores, the first expert in the browser. The office ranks the suppliers
 * and chooses the first.
 */
async function evaluate(people: ReturnType<typeof company>, office: Page, tenderId: number): Promise<void> {
  for (const [i, expert] of EXPERTS.entries()) {
    const seat = office.getByRole('group', { name: `成员 ${i + 1}` })
    await choose(seat, `成员 ${i + 1}`, expert.username, expert.name)
    await seat.getByLabel('工作单位').fill(expert.unit)
    await seat.getByLabel('职称').fill('教授')
  }
  await office.getByRole('button', { name: '保存评标委员会' }).click()
  await expect(office.getByText('已签署 0 / 5')).toBeVisible()
  const first = await people.page('expert1')
  await open(first, `/osp/subscribe/invitation?id=${tenderId}`)
  const offers = first.getByRole('group', { name: /¥1,1/ })
  await expect(offers).toHaveCount(3)
  for (const judged of await offers.all()) {
    await judged.getByLabel('合格', { exact: true }).check()
    await judged.getByLabel(/技术分/).fill('35')
    await judged.getByLabel(/商务分/).fill('18')
  }
  await first.getByRole('button', { name: '签署意见' }).click()
  await expect(first.getByText('已签署 1 / 5')).toBeVisible()
  for (const { username } of EXPERTS.slice(1)) {
    const { opened } = await call(username, tenderCalls.get, { params: { id: tenderId } })
    const items = opened.map((q) => ({
      quotationId: q.id,
      qualified: true,
      technicalScore: 35,
      commercialScore: 18,
      words: null,
    }))
    await call(username, tenderCalls.sign, {
      params: { id: tenderId },
      body: { items, opinion: '同意按排序推荐' },
    })
  }
  await office.reload()
  await office.getByLabel('评审结论').fill('五位成员独立评审，按得分推荐。')
  await office.getByRole('button', { name: '汇总并排序' }).click()
  await office.getByRole('button', { name: '确定成交' }).first().click()
  await sayYes(office, '确定成交')
}
