import { expect, test } from '@playwright/test'
import { bookingCalls } from '@portal/contract/booking/calls'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import { formatYuan } from '@portal/contract/kernel/money'
import { agree, idIn, open, openNow, sayYes, findState } from './support/arrange.ts'
import { agreeInInbox, takenOff, takeUp, findTurn } from './support/inbox.ts'
import { call, castCards, castDevices, company } from './support/people.ts'
import { choose, chooseSoon } from './support/select.ts'

// The main process, by eight people: an instrument is found, booked on a fund card, approved and used; the
// test order is filled in, confirmed, settled and deducted.
// Each person finds the task in the inbox when it is their turn, and not before.

const device = castDevices.selfOperated

/**
 * What this booking and its settlement have moved on the card: other stories and the jobs use the same card
 * at the same time.
 */
async function sumMoved(number: string, booking: number, settlement = 0) {
  const { items } = await call('finance', fundCardCalls.list, { query: { keyword: number } })
  if (!items[0]) throw new Error(`no card ${number}`)
  const ledger = await call('finance', fundCardCalls.ledger, {
    params: { id: items[0].id },
    query: { size: 1000 },
  })
  const its = ledger.items.filter(({ business, rowId }) =>
    business === 'booking' ? rowId === booking : business === 'settlement' && rowId === settlement,
  )
  const sum = (of: 'balanceDeltaFen' | 'frozenDeltaFen') => its.reduce((fen, row) => fen + row[of], 0)
  return { balanceFen: sum('balanceDeltaFen'), frozenFen: sum('frozenDeltaFen') }
}

test('self-operated, fund card, immediate', async ({ browser }) => {
  test.setTimeout(240_000)
  const deviceId = await openNow(device.serialId)
  const people = company(browser)

  // The student finds the microscope by the initials of its nickname and books the next hour. This browser
  // keeps animations on, as most people do.
  const booker = await people.page('booker', { reducedMotion: 'no-preference' })
  await open(booker, '/osp/home')
  const find = booker.getByRole('searchbox').or(booker.getByPlaceholder(/输入仪器名称/))
  await find.first().fill('smdj')
  await find.first().press('Enter')
  await expect(booker).toHaveURL(/share-platform\?deviceName=smdj/)
  await expect(booker.getByText(device.name).first()).toBeVisible()
  await open(booker, `/deviceopen/applyTime?deviceId=${deviceId}`)
  // The first time may begin before everybody has approved; a use may start 15 minutes early.
  await chooseSoon(booker, 2)
  await booker.getByLabel('预约用途').fill('催化剂形貌观察')
  await booker.getByLabel('课题名称').fill('国家自然科学基金面上项目')
  await choose(booker, '实验人', 'experimenter', '吴子涵')
  // The booker's supervisor is the default payer.
  await expect(booker.getByTitle('陈志远（导师）')).toBeVisible()
  await booker.getByLabel('即时付款').check()
  await expect(booker.getByRole('region', { name: '预约试算' }).getByText('可以预约')).toBeVisible()
  await booker.getByRole('button', { name: '提交预约' }).click()
  await expect(booker).toHaveURL(/orderDetail\?id=\d+/)
  const id = idIn(booker)
  await expect(findState(booker)).toContainText('待付款人确认')

  // An outsider cannot see the booking, and nobody else can book the same hour.
  const outsider = await people.page('outsider')
  await open(outsider, `/account/subscribe-list?scope=lab`)
  await expect(outsider.getByRole('link', { name: String(id), exact: true })).toHaveCount(0)
  await expect(call('outsider', bookingCalls.get, { params: { id } })).rejects.toThrow('您不能查看该预约')
  const { startAt, endAt, estimateFen } = await call('booker', bookingCalls.get, { params: { id } })
  await expect(
    call('offcampus', bookingCalls.create, {
      body: { deviceId, kind: 'self_operated', startAt, endAt, purpose: '抢占', payMode: 'post' },
    }),
  ).rejects.toThrow(/已被预约|占用/)

  // The payer finds the booking and its price in the inbox, and chooses the card of a colleague who
  // authorised the payer.
  const money = `¥${formatYuan(estimateFen)}`
  expect(await findTurn('reviewer', 'booking', id)).toBeUndefined()
  const payer = await people.page('payer')
  const asked = await takeUp(payer, 'payer', 'booking', id, ['催化剂形貌观察', '吴子涵', money])
  await choose(asked, '经费卡', castCards.authorised.number)
  await asked.getByRole('button', { name: '通过', exact: true }).click()
  await takenOff(payer)
  await open(booker, `/appointment/orderDetail?id=${id}`)
  await expect(findState(booker)).toContainText('待设备审核')

  // The reviewer and then the director approve; only then is the money frozen.
  expect(await findTurn('director', 'booking', id)).toBeUndefined()
  const reviewer = await people.page('reviewer')
  await agreeInInbox(reviewer, 'reviewer', 'booking', id, ['林晓雨', '催化剂形貌观察', money])
  const { number } = castCards.authorised
  expect(await sumMoved(number, id)).toEqual({ balanceFen: 0, frozenFen: 0 })
  const director = await people.page('director')
  await agreeInInbox(director, 'director', 'booking', id, ['林晓雨', money])
  expect(await sumMoved(number, id)).toEqual({ balanceFen: 0, frozenFen: estimateFen })

  // The experimenter uses the instrument; the booker's page updates without a reload.
  const experimenter = await people.page('experimenter')
  await open(experimenter, `/appointment/orderDetail?id=${id}`)
  await expect(findState(experimenter)).toContainText('待使用')
  await experimenter.getByRole('button', { name: '开始使用' }).click()
  await expect(findState(booker)).toContainText('使用中')
  await experimenter.getByRole('button', { name: '结束使用' }).click()
  await sayYes(experimenter, '结束使用')
  await expect(findState(experimenter)).toContainText('待填测试单')
  await expect(experimenter.getByRole('link', { name: /填写测试单/ })).toHaveCount(0)

  // The experimenter rates the use from the booking list, and can change the rating later.
  await open(experimenter, '/account/subscribe-list?scope=experimenter')
  await experimenter
    .getByRole('link', { name: `评价 ${device.name}` })
    .first()
    .click()
  await expect(experimenter).toHaveURL(new RegExp(`orderDetail\\?id=${id}`))
  await experimenter.getByRole('radio', { name: '非常满意' }).check()
  await experimenter.getByLabel('意见').fill('图像清晰，老师指导耐心')
  await experimenter.getByRole('button', { name: '提交评价' }).click()
  await expect(experimenter.getByRole('button', { name: '修改评价' })).toBeVisible()
  await expect(experimenter.getByRole('radio', { name: '非常满意' })).toBeChecked()
  await open(reviewer, `/account/personalDeviceDetail?id=${deviceId}&tab=ratings`)
  await expect(reviewer.getByText('图像清晰，老师指导耐心').first()).toBeVisible()

  // The reviewer fills the test order: a material and a discount.
  await open(reviewer, `/account/measureInfo?bookingId=${id}`)
  await reviewer.getByRole('button', { name: '添加材料' }).click()
  await reviewer.getByLabel('材料名称').fill('导电胶')
  await reviewer.getByLabel('数量').fill('2')
  await reviewer.getByLabel('单价').fill('15.50')
  await expect(reviewer.getByText('导电胶').first()).toBeVisible()
  await reviewer.getByLabel('测试结果').fill('形貌清晰，共 12 张照片')
  await reviewer.getByRole('button', { name: '提交测试单' }).click()
  await expect(reviewer).toHaveURL(/account\/orderDetail/)
  await expect(findState(reviewer)).toContainText('待主任审核')
  const testOrder = idIn(reviewer)

  // The director approves the order, then the booker confirms it; only then can the payer settle it.
  expect(await findTurn('booker', 'test_order', testOrder)).toBeUndefined()
  await agreeInInbox(director, 'director', 'test_order', testOrder, ['导电胶', '¥31.00'])
  await agree(booker, `/account/orderDetail?id=${testOrder}`, '待结算', '确认')

  // The payer settles with two cards: an own one and the authorised one.
  await open(payer, `/account/payOrderDetail?testOrders=${testOrder}`)
  const first = payer.getByRole('group', { name: '经费卡 1' })
  const total = await first.getByLabel('金额 1').inputValue()
  await choose(first, '经费卡 1', castCards.authorised.number)
  await first.getByLabel('金额 1').fill('30.00')
  await expect(payer.getByRole('status').filter({ hasText: '还需分配' })).toBeVisible()
  await payer.getByRole('button', { name: '再用一张卡' }).click()
  const second = payer.getByRole('group', { name: '经费卡 2' })
  await expect(second.getByLabel('金额 2')).toHaveValue((Number(total) - 30).toFixed(2))
  await choose(second, '经费卡 2', castCards.payers.number)
  await payer.getByRole('button', { name: '发起结算' }).click()
  await expect(payer).toHaveURL(/payOrderDetail\?id=\d+/)
  await expect(findState(payer)).toContainText('待卡主审批')
  const settlement = idIn(payer)

  // The card's owner sees only the share of that card and approves it; the lab takes no part.
  expect(await findTurn('finance', 'settlement', settlement)).toBeUndefined()
  const owner = await people.page('cardowner')
  expect(await findTurn('cardowner', 'settlement', settlement)).toMatchObject({ step: 'card_owner' })
  await open(owner, `/account/payOrderDetail?id=${settlement}`)
  await expect(owner.getByText(castCards.authorised.number)).toBeVisible()
  await expect(owner.getByText(castCards.payers.number)).toHaveCount(0)
  await owner.getByRole('button', { name: '同意使用经费卡' }).click()
  await sayYes(owner, /同意使用经费卡/)
  await expect(findState(owner)).toContainText('待财务处理')

  // Finance deducts the money.
  const finance = await people.page('finance')
  await open(finance, `/open-sharing/financial?keyword=JS${String(settlement).padStart(8, '0')}`)
  await expect(finance.getByRole('link', { name: new RegExp(`JS0*${settlement}$`) })).toBeVisible()
  await open(finance, `/account/payOrderDetail?id=${settlement}`)
  await finance.getByRole('button', { name: '扣款', exact: true }).click()
  await sayYes(finance, /扣款/)
  await expect(findState(finance)).toContainText('已结算')

  expect(await sumMoved(number, id, settlement)).toEqual({ balanceFen: -3000, frozenFen: 0 })
  await open(booker, `/account/orderDetail?id=${testOrder}`)
  await expect(findState(booker)).toContainText('已结算')
  await open(payer, `/osp/printPayOrder?id=${settlement}`)
  await expect(payer.getByText(`¥${formatYuan(Math.round(Number(total) * 100))}`)).toBeVisible()
  await expect(payer.getByText(/元整|角|分/).first()).toBeVisible()
  await people.close()
})
