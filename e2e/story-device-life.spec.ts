import { expect, test } from '@playwright/test'
import { assetCalls } from '@portal/contract/asset/calls'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceCalls } from '@portal/contract/device/device'
import { panelCalls } from '@portal/contract/panel/calls'
import { cast, otherLab } from '../apps/server/src/demo/cast.ts'
import { open, sayYes, findState } from './support/arrange.ts'
import { takenOff, takeUp, findTurn } from './support/inbox.ts'
import { day, openToAll, scan } from './support/lifecycle.ts'
import { call, castDevices, company, type CastName } from './support/people.ts'
import { choose, findDayIn } from './support/select.ts'

// The life of an instrument in stock: reported broken by a scan of its label, repaired, transferred to
// another lab, counted there in the stock-taking, and scrapped. Steps that other stories test are done by API
// calls.

const EXPERTS = ['expert1', 'expert2', 'expert3', 'expert4', 'payer'] as const
/** The cast members are the users 1, 2, 3 …. */
const findId = (who: CastName): number => cast.findIndex((c) => c.username === who) + 1

test('repaired, transferred, counted, scrapped', async ({ browser }) => {
  test.setTimeout(240_000)
  const mark = String(Date.now()).slice(-7)
  const [serialId, name] = [`ZC${mark}`, `倒置荧光显微镜 ${mark}`]
  const { lab } = await call('sysadmin', deviceCalls.info, {
    params: { id: castDevices.selfOperated.serialId },
  })
  // Without the day on which it was bought, or a story beside this one may take it for a spare instrument.
  await call('sysadmin', deviceCalls.create, {
    body: { serialId, name, labId: lab.id, priceFen: 32_000_000 },
  })
  const deviceId = await openToAll(serialId)
  const book = (days: number) =>
    call('booker', bookingCalls.create, {
      body: {
        deviceId,
        kind: 'self_operated',
        startAt: `${findDayIn(days)}T10:00:00+08:00`,
        endAt: `${findDayIn(days)}T11:00:00+08:00`,
        purpose: '活细胞成像',
        payMode: 'post',
      },
    })
  const [soon, later] = [await book(1), await book(6)]
  const people = company(browser)

  // A student reports the fault with a phone and can then follow the state of the repair.
  const phone = await scan(browser, 'experimenter', deviceId)
  await phone.getByRole('button', { name: '报修' }).click()
  await phone.getByLabel('故障现象').fill('汞灯不亮，机身有焦味')
  await phone.getByRole('button', { name: '提交报修' }).click()
  await expect(findState(phone)).toContainText('已报修')
  const repair = Number(new URL(phone.url()).searchParams.get('id'))
  await expect(call('supplier', assetCalls.repairOrder, { params: { id: repair } })).rejects.toThrow()

  // The director assigns the repair from the inbox, sees the bookings in that time, and revokes them; the
  // booker is notified.
  const director = await people.page('director')
  const panel = await takeUp(director, 'director', 'repair', repair, ['汞灯不亮，机身有焦味', name])
  await choose(panel, '维修负责人', 'labadmin', '何静')
  await day(panel, '预计恢复时间', `${findDayIn(3)} 00:00`)
  await expect(panel.getByText('期间的预约（1 个）')).toBeVisible()
  await panel.getByLabel(/^撤销维修期间的预约/).check()
  await panel.getByRole('button', { name: '派单并停用仪器' }).click()
  await takenOff(director)
  const booker = await people.page('booker')
  await open(booker, `/appointment/orderDetail?id=${later.id}`)
  await booker.getByRole('button', { name: /^消息/ }).click()
  await booker
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('link', { name: '预约被撤销' })
    .click()
  await expect(booker).toHaveURL(new RegExp(`orderDetail\\?id=${soon.id}$`))
  await expect(findState(booker)).toContainText('已撤销')
  await expect(booker.getByText(/汞灯不亮/).first()).toBeVisible()
  expect((await call('booker', bookingCalls.get, { params: { id: later.id } })).state).toBe(later.state)
  // No booking is possible during the repair, only after it.
  await expect(book(2)).rejects.toThrow(/汞灯不亮/)

  // The keeper finishes the repair and enters its cost, which the reporter cannot see.
  const keeper = await people.page('labadmin')
  await open(keeper, `/osp/asset/repairs?id=${repair}`)
  await keeper.getByRole('button', { name: '开始维修' }).click()
  await sayYes(keeper, '开始维修')
  await expect(findState(keeper)).toContainText('维修中')
  await keeper.getByLabel('处理结果').fill('更换汞灯与镇流器')
  await keeper.getByLabel('维修费用').first().fill('860')
  await keeper.getByRole('button', { name: '修复投用' }).click()
  await expect(findState(keeper)).toContainText('已修复')
  await expect(keeper.getByText('¥860.00').first()).toBeVisible()
  await open(phone, `/osp/asset/repairs?id=${repair}`)
  await expect(phone.getByText('更换汞灯与镇流器').first()).toBeVisible()
  await expect(phone.getByText('¥860.00')).toHaveCount(0)
  await book(2)

  // Transfer to another lab: the director of its present lab approves, then the director of the other lab.
  const other = (await call('outsider', assetCalls.label, { query: { serialId: '202300005' } })).device.lab
  const transfer = await call('equipoffice', assetCalls.requestTransfer, {
    body: { deviceId, toLabId: other.id, toRoomId: null, toKeeperId: null, why: '学科调整' },
  })
  expect(await findTurn('outsider', 'transfer', transfer.id)).toBeUndefined()
  const receiver = await people.page('outsider')
  for (const [page, who, word] of [
    [director, 'director', '同意调出'],
    [receiver, 'outsider', '同意调入'],
  ] as const) {
    const asked = await takeUp(page, who, 'transfer', transfer.id, [name, '学科调整'])
    await asked.getByRole('button', { name: word }).click()
    await sayYes(page, word)
    await takenOff(page)
  }

  // Stock-taking: the new keeper scans it and reports it broken; the office finds it in the differences.
  const [stocktake] = (await call('equipoffice', assetCalls.stocktakes, { query: { state: 'open' } })).items
  if (!stocktake) throw new Error('nothing is counted')
  const counting = await scan(browser, 'outsider', deviceId)
  await expect(counting.getByText(otherLab.name)).toBeVisible()
  await counting.getByRole('button', { name: '盘点登记' }).click()
  await choose(counting, '现状', '损坏')
  await counting.getByRole('button', { name: '登记盘点' }).click()
  await expect(counting.getByRole('status').filter({ hasText: '现状异常' })).toBeVisible()
  const office = await people.page('equipoffice')
  await open(office, `/osp/asset/stocktakes?id=${stocktake.id}&finding=condition`)
  const differences = office.getByRole('table', { name: '盘点差异' })
  await expect(differences.getByRole('row', { name })).toContainText('现状异常')

  // Scrapping: five experts, the head of the department and the office approve; the office records the
  // disposal.
  await open(receiver, `/osp/asset/label?serialId=${serialId}&do=scrap`)
  await receiver.getByLabel('报废理由').fill('使用十二年，光路老化，维修价值低')
  await receiver.getByLabel('仪器现状').fill('可开机，成像模糊')
  await receiver.getByRole('button', { name: '保存草稿' }).click()
  await receiver.getByRole('button', { name: '提交报废申请' }).click()
  await sayYes(receiver, /并提交$/)
  await expect(findState(receiver)).toContainText('待专家鉴定')
  const params = { id: Number(new URL(receiver.url()).searchParams.get('id')) }
  expect((await call('booker', bookingCalls.get, { params: { id: later.id } })).state).toBe('revoked')
  await judge((await call('outsider', assetCalls.scrap, { params })).panels[0]?.id ?? 0)
  const expert = await people.page('expert1')
  await expect(call('supplier', assetCalls.scrap, { params })).rejects.toThrow()
  await open(expert, `/osp/asset/scraps?id=${params.id}`)
  await expect(findState(expert)).toContainText('待院系审批')
  // The college has no head in the demo, so the task goes to the administrators.
  await call('sysadmin', assetCalls.decideScraps, {
    body: { items: [{ id: params.id, state: 'awaiting_dept_head' }], verdict: 'approve', reason: null },
  })
  const asked = await takeUp(office, 'equipoffice', 'scrap', params.id, [name, '¥320,000.00'])
  await asked.getByRole('button', { name: '通过', exact: true }).click()
  await sayYes(office, '通过')
  await takenOff(office)
  await open(office, `/osp/asset/scraps?id=${params.id}`)
  await office.getByLabel('回收单位').fill('江州再生资源有限公司')
  await office.getByRole('button', { name: '登记处置并报废' }).click()
  await expect(findState(office)).toContainText('已处置')
  await open(phone, `/osp/asset/label?serialId=${serialId}`)
  await expect(phone.getByRole('alert')).toContainText('该仪器已报废')
  await Promise.all([phone, counting].map((page) => page.context().close()))
  await people.close()
})

/** Four experts from other universities and one from this one inspect it; all agree. */
async function judge(id: number): Promise<void> {
  const members = EXPERTS.map((who) => ({
    userId: findId(who),
    profession: 'technical' as const,
    outside: who !== 'payer',
    unit: '江州理工大学',
    title: '教授',
  }))
  await call('outsider', panelCalls.change, { params: { id }, body: { statement: '是否同意报废', members } })
  await call('outsider', panelCalls.call, { params: { id } })
  for (const who of EXPERTS)
    await call(who, panelCalls.sign, {
      params: { id },
      body: { verdict: 'agree', opinion: `已现场查看（${findDayIn(0)}），同意报废。` },
    })
}
