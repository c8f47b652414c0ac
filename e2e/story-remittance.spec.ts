import { expect, test } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { agree, idIn, open, openNow, sayYes, findState } from './support/arrange.ts'
import { agreeInInbox, takenOff, takeUp, findTurn } from './support/inbox.ts'
import { call, castDevices, company } from './support/people.ts'
import { choose, chooseSoon } from './support/select.ts'

// A booking with delivered samples, paid afterwards by remittance: the lab assigns the time and finance
// confirms the receipt. Seven people: the booker, the person who brings the samples, the payer, the reviewer,
// the director, the lab's administrator and finance.

const device = castDevices.sampleDelivery
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('sample delivery, offline, post', async ({ browser }) => {
  test.setTimeout(240_000)
  const deviceId = await openNow(device.serialId)
  const people = company(browser)

  // The booker describes the samples; the booker's supervisor is the default payer.
  const booker = await people.page('booker')
  await open(booker, `/deviceopen/apply?deviceId=${deviceId}`)
  const sample = booker.getByRole('group', { name: '样品 1' })
  await sample.getByLabel('样品名称').fill('铝合金薄片')
  await sample.getByLabel('数量').fill('3')
  await sample.getByLabel('形态').fill('块体')
  await sample.getByLabel('测试要求').fill('选区衍射，放大 20 万倍')
  await booker.getByLabel('预约用途').fill('合金析出相分析')
  await choose(booker, '送样人', 'experimenter', '吴子涵')
  await expect(booker.getByTitle('陈志远（导师）')).toBeVisible()
  await booker.getByLabel('后付款').check()
  await booker.getByRole('button', { name: '提交预约' }).click()
  await expect(booker).toHaveURL(/orderDetail\?id=\d+/)
  const id = idIn(booker)
  await expect(findState(booker)).toContainText('待付款人确认')

  // An outsider cannot read the booking, not even its state.
  await expect(call('outsider', bookingCalls.get, { params: { id } })).rejects.toThrow('您不能查看该预约')

  const payer = await people.page('payer')
  expect(await findTurn('reviewer', 'booking', id)).toBeUndefined()
  await agreeInInbox(payer, 'payer', 'booking', id, ['合金析出相分析', '后付款'])

  // The reviewer assigns a time in the inbox; without a time the reviewer cannot approve.
  const reviewer = await people.page('reviewer')
  const asked = await takeUp(reviewer, 'reviewer', 'booking', id, ['铝合金薄片', '合金析出相分析'])
  const yes = asked.getByRole('button', { name: '通过', exact: true })
  await expect(yes).toBeDisabled()
  // Not the first time: it may begin before the director approves, and then approval is no longer possible.
  // This one is at least five minutes away.
  await chooseSoon(asked, 2)
  await yes.click()
  await takenOff(reviewer)
  await expect(findState(booker)).toContainText('待主任审核')
  await expect(booker.getByText('待安排')).toHaveCount(0)

  const director = await people.page('director')
  await agreeInInbox(director, 'director', 'booking', id, ['林晓雨', '铝合金薄片'])

  // The person who brings the samples sees the time but cannot receive them. The lab's administrator receives
  // them and the reviewer starts the test.
  const bringer = await people.page('experimenter')
  await open(bringer, `/appointment/orderDetail?id=${id}`)
  await expect(findState(bringer)).toContainText('待使用')
  await expect(bringer.getByRole('button', { name: '收样' })).toHaveCount(0)
  const keeper = await people.page('labadmin')
  await open(keeper, `/appointment/orderDetail?id=${id}`)
  await keeper.getByRole('button', { name: '收样' }).click()
  await expect(keeper.getByText('已收样').first()).toBeVisible()
  await open(reviewer, `/appointment/orderDetail?id=${id}`)
  await reviewer.getByRole('button', { name: '开始使用' }).click()
  await expect(findState(bringer)).toContainText('使用中')
  await expect(bringer.getByText('已收样').first()).toBeVisible()
  await keeper.getByRole('button', { name: '结束使用' }).click()
  await sayYes(keeper, '结束使用')
  await expect(findState(reviewer)).toContainText('待填测试单')

  // One sample broke: two are charged, with a discount. The booker returns the order once before confirming.
  await open(reviewer, `/account/measureInfo?bookingId=${id}`)
  await reviewer.getByLabel('样品数').fill('2')
  await reviewer.getByRole('button', { name: '添加优惠' }).click()
  await reviewer.getByLabel('优惠比例').fill('10')
  await reviewer.getByLabel('优惠原因').fill('一个样品未测')
  await expect(reviewer.getByText('¥540.00').first()).toBeVisible()
  await reviewer.getByRole('button', { name: '提交测试单' }).click()
  await expect(reviewer).toHaveURL(/account\/orderDetail/)
  const testOrder = idIn(reviewer)
  await expect(call('outsider', testOrderCalls.get, { query: { id: testOrder } })).rejects.toThrow()
  await agreeInInbox(director, 'director', 'test_order', testOrder, ['¥540.00', '一个样品未测'])
  await open(booker, `/account/orderDetail?id=${testOrder}`)
  await booker.getByRole('button', { name: '退回', exact: true }).click()
  await booker.getByRole('dialog').getByRole('textbox').fill('请补充测试结果')
  await sayYes(booker, '退回')
  await expect(findState(booker)).toContainText('待填写')
  await open(reviewer, `/account/measureInfo?id=${testOrder}`)
  await expect(reviewer.getByText('请补充测试结果')).toBeVisible()
  await reviewer.getByLabel('测试结果').fill('析出相为 θ′')
  await reviewer.getByRole('button', { name: '提交测试单' }).click()
  await expect(findState(reviewer)).toContainText('待主任审核')
  await agree(director, `/account/orderDetail?id=${testOrder}`, '待预约人确认')
  await agree(booker, `/account/orderDetail?id=${testOrder}`, '待结算', '确认')

  // The payer prints the bill, enters the voucher and its proof, and finance confirms the receipt.
  await open(payer, `/account/payOrderDetail?testOrders=${testOrder}`)
  await payer.getByLabel('线下汇款').check()
  await payer.getByRole('button', { name: '发起结算' }).click()
  await expect(payer).toHaveURL(/payOrderDetail\?id=\d+/)
  const settlement = idIn(payer)
  await expect(findState(payer)).toContainText('待汇款')
  await expect(call('experimenter', settlementCalls.get, { query: { id: settlement } })).rejects.toThrow()
  expect(await findTurn('finance', 'settlement', settlement)).toBeUndefined()
  await open(payer, `/osp/printPayOrder?id=${settlement}`)
  await expect(payer.getByText('伍佰肆拾元整')).toBeVisible()
  await open(payer, `/account/payOrderDetail?id=${settlement}`)
  await payer.getByLabel('凭证号').fill('HK20261122001')
  await payer.getByLabel('汇款日期').fill('2026-11-20')
  await payer.getByLabel('汇款日期').press('Enter') // chooses the day and does not submit the form
  await payer.getByRole('button', { name: '登记汇款' }).click()
  await expect(payer.getByText('汇款凭证不能为空')).toBeVisible()
  await payer
    .locator('input[type=file]')
    .setInputFiles({ name: '回单.png', mimeType: 'image/png', buffer: picture })
  await payer.getByRole('button', { name: '登记汇款' }).click()
  await expect(findState(payer)).toContainText('待财务处理')

  const finance = await people.page('finance')
  await takeUp(finance, 'finance', 'settlement', settlement, ['HK20261122001', '¥540.00'])
  await finance.getByRole('button', { name: '确认到账', exact: true }).click()
  await sayYes(finance, /确认到账/)
  await takenOff(finance)
  await expect(findState(payer)).toContainText('已结算')
  await open(booker, `/account/orderDetail?id=${testOrder}`)
  await expect(findState(booker)).toContainText('已结算')
  await people.close()
})
