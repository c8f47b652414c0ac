import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import { assetCalls } from '@portal/contract/asset/calls'
import { deliveryCalls } from '@portal/contract/delivery/delivery'
import { bookingCalls } from '@portal/contract/booking/calls'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { messageCalls } from '@portal/contract/message/message'
import { openingCalls, openingDefaults } from '@portal/contract/opening/opening'
import { peopleCalls } from '@portal/contract/people/people'
import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import { stockInCalls } from '@portal/contract/stock-in/stock-in'
import { idIn, open, sayYes, findState } from './arrange.ts'
import { call, castLab, person, type company, type Who } from './people.ts'
import { choose, chooseDay, chooseFirst, findDayIn, tomorrow } from './select.ts'

// The steps from a purchase request to an instrument in stock, each by the person responsible.

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Company = ReturnType<typeof company>

export async function upload(within: Page | Locator, label: string, name: string): Promise<void> {
  const field = within.locator('.upload').filter({ hasText: label })
  await field.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: pdf })
  await expect(field.getByRole('button', { name: `移除 ${name}` })).toBeVisible()
  await expect(field.getByRole('progressbar')).toHaveCount(0)
}

export async function day(within: Page | Locator, label: string | RegExp, value: string): Promise<void> {
  await within.getByLabel(label).fill(value)
  await within.getByLabel(label).press('Enter')
}

export interface Wish {
  title: string
  name: string
  yuan: string
  imported: boolean
  papers: readonly string[]
}

/** The requester fills in and submits a request. Returns its id. */
export async function request(requester: Page, wish: Wish, then: string): Promise<number> {
  await open(requester, '/osp/subscribe/subscribeFill')
  await requester.getByLabel('申购名称').fill(wish.title)
  const item = requester.getByRole('group', { name: '设备 1' })
  await item.getByLabel('设备 1 名称').fill(wish.name)
  await item.getByLabel('型号').fill('LX-2026')
  await item.getByLabel('价格依据').fill('三家厂商书面报价')
  if (wish.imported) {
    await item.getByLabel('进口设备').check()
    await choose(item, '币种', '人民币 CNY')
    await item.getByLabel('外币单价').fill(wish.yuan)
    await day(item, '汇率日期', findDayIn(0))
    await choose(item, '价格条款', 'CIF')
    await item.getByLabel('进口理由').fill('国内同类仪器的分辨率达不到研究要求')
  } else await item.getByLabel('预算单价').fill(wish.yuan)
  if (Number(wish.yuan) >= PRECIOUS_YUAN) await argue(item)
  await requester.getByLabel('项目经费').check()
  await requester.getByLabel('项目编号').fill('PT2026-01')
  await requester.getByLabel('项目名称').fill('校级平台建设')
  await requester.getByLabel('购置理由').fill('现有仪器使用年限已到，维修率高，影响教学科研。')
  for (const paper of wish.papers) await upload(requester, `上传${paper}`, `${paper}.pdf`)
  await requester.getByRole('button', { name: '提交申购' }).click()
  await expect(requester).toHaveURL(/subscribeFill\?id=\d+/)
  await expect(findState(requester)).toContainText(then)
  return idIn(requester)
}

/** From this price a request needs a justification (dictionary purchase_precious_from). */
const PRECIOUS_YUAN = 400_000
async function argue(item: Locator): Promise<void> {
  await item.getByLabel('预期机时（小时/年）').fill('1400')
  await item.getByLabel('同类设备与查重').fill('校内同类仪器已饱和')
  await item.getByLabel('共享方案').fill('全部机时对外开放')
  for (const what of ['场地', '供电', '给排水', '供气', '环境条件'])
    await item.getByLabel(`安装条件：${what}`).fill('已具备')
  await item.getByLabel('年运行经费').fill('150000')
  await item.getByLabel('运行经费来源').fill('学院运行经费')
}

/** The head of the college approves, then the equipment office. */
export async function approve(people: Company, purchaseId: number): Promise<void> {
  for (const [who, then] of [
    ['depthead', '待设备处审批'],
    ['equipoffice', '待采购'],
  ] as const) {
    const page = await people.page(who)
    await open(page, `/osp/subscribe/subscribeFill?id=${purchaseId}`)
    await page.getByRole('button', { name: '通过', exact: true }).click()
    await sayYes(page, /^通过/)
    await expect(findState(page)).toContainText(then)
  }
}

/** The office enters the signed contract. */
export async function contract(people: Company, purchaseId: number, yuan: string): Promise<void> {
  const office = await people.page('equipoffice')
  await open(office, `/osp/subscribe/purchase?id=${purchaseId}`)
  await office.getByLabel('合同编号').fill(`HT-${purchaseId}-${Date.now()}`)
  await day(office, '签订日期', findDayIn(0))
  await day(office, '交货日期', findDayIn(0))
  await office.getByRole('textbox', { name: /合同单价/ }).fill(yuan)
  await upload(office, '上传合同', '合同.pdf')
  await office.getByRole('button', { name: '登记合同' }).click()
  await expect(findState(office)).toContainText('待供货')
}

async function findDelivery(supplierIs: Who, purchaseId: number) {
  const delivery = (await call(supplierIs, deliveryCalls.list, {})).items.find(
    (d) => d.purchase.id === purchaseId,
  )
  if (!delivery) throw new Error(`${supplierIs} has no delivery of purchase ${purchaseId}`)
  return delivery
}

/** The supplier enters the delivery; the tendering office checks it against the contract. */
export async function deliver(
  people: Company,
  supplierIs: Who,
  purchaseId: number,
  factoryNumber: string,
): Promise<void> {
  const delivery = await findDelivery(supplierIs, purchaseId)
  const supplier = await people.page(supplierIs)
  await open(supplier, `/osp/storage/providerDevice?id=${delivery.id}`)
  await supplier.getByRole('button', { name: '填写下一台' }).click()
  const dialog = supplier.getByRole('dialog')
  for (const [label, value] of [
    ['出厂编号', factoryNumber],
    ['生产厂家', '蓝星仪器'],
    ['型号', 'LX-2026'],
    ['产地', '中国'],
  ] as const)
    await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await supplier.getByRole('button', { name: '提交核对' }).click()
  await sayYes(supplier, '提交核对')
  await expect(findState(supplier)).toContainText('待核对')
  const tenderOffice = await people.page('tenderoffice')
  await open(tenderOffice, `/osp/storage/invitationAuditInfo?id=${delivery.id}`)
  await tenderOffice.getByRole('button', { name: '核对通过' }).click()
  await sayYes(tenderOffice, '核对通过')
  await expect(findState(tenderOffice)).toContainText('已核对')
}

/** The requester inspects the device: photo, place, date and each check. */
async function lookAt(requester: Page): Promise<Locator> {
  await requester
    .locator('.upload')
    .filter({ hasText: '上传照片' })
    .locator('input[type=file]')
    .setInputFiles({ name: '铭牌.png', mimeType: 'image/png', buffer: picture })
  // The server converts pictures to WebP and changes the file name.
  await expect(
    requester.getByRole('list', { name: '验收照片' }).getByRole('button', { name: '查看 铭牌.webp' }),
  ).toBeVisible()
  await requester.getByLabel('验收地点').fill('理科楼 302')
  await day(requester, '验收日期', findDayIn(0))
  for (const ok of await requester.getByRole('radio', { name: '合格', exact: true }).all()) await ok.check()
  return requester.getByRole('group', { name: '设备 1' })
}

/** The office audits the acceptance and approves it. */
async function audit(people: Company, id: number): Promise<void> {
  const office = await people.page('equipoffice')
  await open(office, `/osp/storage/acceptanceAuditInfo?id=${id}`)
  await expect(findState(office)).toContainText('待设备处审核')
  await office.getByRole('button', { name: '审核通过' }).click()
  await sayYes(office, '审核通过')
  await expect(findState(office)).toContainText('验收通过')
}

/** The requester rejects the delivery; it goes back to the supplier with the reason. */
export async function sendBack(
  people: Company,
  purchaseId: number,
  supplierIs: Who,
  reason: string,
  members: Signers,
): Promise<void> {
  const { id } = await mine(acceptanceCalls.list, purchaseId)
  const requester = await people.page('requester')
  await open(requester, `/osp/storage/acceptanceAutoInfo?id=${id}`)
  const piece = await lookAt(requester)
  await piece.getByLabel('退回供应商').check()
  await piece.getByLabel('退回原因 1').fill(reason)
  await name(requester, members)
  await requester.getByLabel('验收结论').fill('设备有损坏，退回更换。')
  await requester.getByRole('button', { name: '提交验收' }).click()
  await expect(findState(requester)).toContainText('待会签')
  await sign(people, id, members)
  await audit(people, id)
  const supplier = await people.page(supplierIs)
  const delivery = await findDelivery(supplierIs, purchaseId)
  await open(supplier, `/osp/storage/providerDevice?id=${delivery.id}`)
  await expect(findState(supplier)).toContainText('待填写设备信息')
  await expect(supplier.getByText(reason).first()).toBeVisible()
}

/** The people who sign the acceptance together with the requester. */
export type Signers = readonly { name: string; username: Who }[]
/** `count` people of the requester's college. */
export async function colleagues(count: number): Promise<Signers> {
  const { items: heads } = await call('sysadmin', peopleCalls.campusList, { query: { keyword: 'depthead' } })
  const deptId = heads[0]?.dept?.id
  const { items } = await call('sysadmin', peopleCalls.campusList, { query: { deptId, size: 20 } })
  return items
    .filter((p) => p.username !== 'requester')
    .slice(0, count)
    .map((p) => ({ name: p.name, username: p.username }))
}
/** The requester enters the co-signers in the form. */
async function name(requester: Page, members: Signers): Promise<void> {
  for (const [i, member] of members.entries()) {
    if ((await requester.getByRole('group', { name: `会签人员 ${i + 1}` }).count()) === 0)
      await requester.getByRole('button', { name: '添加会签人员' }).click()
    await choose(requester, `会签人员 ${i + 1}`, member.username, member.name)
  }
}
/** The first signs in the browser, the others by API calls. */
async function sign(people: Company, id: number, [first, ...others]: Signers): Promise<void> {
  if (!first) throw new Error('nobody takes over alone')
  const page = await people.page(first.username)
  await open(page, `/osp/storage/acceptanceAcademyInfo?id=${id}`)
  await page.getByRole('button', { name: '会签同意' }).click()
  await sayYes(page, '会签同意')
  await expect(page.getByRole('button', { name: '会签同意' })).toHaveCount(0)
  for (const { username } of others)
    await call(username, acceptanceCalls.sign, { params: { id }, body: { verdict: 'agree', opinion: null } })
}

/** The requester inspects the device, others sign, and the equipment office audits. */
export async function accept(
  people: Company,
  purchaseId: number,
  factoryNumber: string,
  members: Signers,
): Promise<void> {
  const { id } = await mine(acceptanceCalls.list, purchaseId)
  const requester = await people.page('requester')
  await open(requester, `/osp/storage/acceptanceAutoInfo?id=${id}`)
  // The price decides which of the two forms is used.
  await expect(requester).toHaveURL(members.length > 2 ? /acceptanceAcademyInfo/ : /acceptanceAutoInfo/)
  const piece = await lookAt(requester)
  await piece.getByLabel('接收').check()
  await piece.getByLabel('铭牌上的出厂编号 1').fill(factoryNumber)
  await name(requester, members)
  await requester.getByLabel('验收结论').fill('数量、外观、指标均符合合同，同意验收。')
  await requester.getByRole('button', { name: '提交验收' }).click()
  await expect(findState(requester)).toContainText('待会签')
  await sign(people, id, members)
  await audit(people, id)
}

/** Completes the stock-in: data, reimbursement, number. Returns the new asset number. */
export async function stockIn(people: Company, purchaseId: number, yuan: string): Promise<string> {
  const { id } = await mine(stockInCalls.list, purchaseId)
  const requester = await people.page('requester')
  await open(requester, `/osp/storage/forwardStoreInfo?id=${id}`)
  await choose(requester, '使用实验室 1', castLab.name)
  await chooseFirst(requester, '仪器分类 1')
  await choose(requester, '使用方向 1', '科研')
  await choose(requester, '经费来源 1', '单位自有')
  await requester.getByLabel('发票号码 1').fill(String(Date.now()).padStart(20, '2'))
  await day(requester, '开票日期 1', findDayIn(0))
  await requester.getByLabel('价税合计 1').fill(yuan)
  await requester.getByLabel('税额 1').fill('100')
  await upload(requester, '上传发票', '发票.pdf')
  await expect(requester.getByText('发票金额与本单一致')).toBeVisible()
  await requester.getByLabel('银行支付').check()
  await requester.getByRole('button', { name: '提交报销' }).click()
  await expect(findState(requester)).toContainText('待财务报销')

  const finance = await people.page('finance')
  await open(finance, `/osp/storage/finance?id=${id}`)
  await finance.getByRole('button', { name: '确认报销' }).click()
  await sayYes(finance, /确认报销/)
  await expect(findState(finance)).toContainText('待正式入库')

  const office = await people.page('equipoffice')
  await open(office, `/osp/storage/storageFinish?id=${id}`)
  await office.getByRole('button', { name: '正式入库', exact: true }).click()
  await sayYes(office, /正式入库/)
  await expect(findState(office)).toContainText('已入库')
  const stored = await call('equipoffice', stockInCalls.get, { params: { id } })
  const number = stored.pieces[0]?.assetNumber
  const deviceId = stored.pieces[0]?.deviceId
  if (!number || !deviceId) throw new Error('stored without a number')
  await open(office, `/osp/storage/storageFinish?devices=${deviceId}`)
  await expect(office.getByRole('article', { name: /的标签/ }).getByText(number)).toBeVisible()
  return number
}

/** The lab's director opens an instrument round the clock to everybody on campus. Returns its id. */
export async function openToAll(serialId: string): Promise<number> {
  const label = await call('director', assetCalls.label, { query: { serialId } })
  const deviceId = label.device.id
  await call('equipoffice', deviceManageCalls.operate, {
    params: { id: deviceId },
    body: { event: 'share', reason: null },
  })
  await call('director', openingCalls.change, {
    params: { deviceId },
    body: { ...openingDefaults, enabled: true, gridMinutes: 30 },
  })
  await call('director', openingCalls.addWindow, {
    body: { deviceId, weekdays: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, toMinute: 1440, enabled: true },
  })
  const rate = { unitFen: 10_000, unitMinutes: 60, startFen: 0, minUnits: 0, bands: [] }
  await call('director', pricePlanCalls.create, {
    body: { deviceId, basis: 'per_time', from: findDayIn(0), rates: { campus: rate }, note: null },
  })
  return deviceId
}

/**
 * A person scans the label with a phone. It opens the address in the printed code, not one that the test has
 * built.
 */
export async function scan(browser: Browser, who: Who, deviceId: number): Promise<Page> {
  const { page } = await person(browser, who, { viewport: { width: 375, height: 720 }, hasTouch: true })
  const [printed] = await call('equipoffice', stockInCalls.labels, { query: { deviceIds: String(deviceId) } })
  if (!printed) throw new Error(`device ${deviceId} has no label`)
  await open(page, printed.url)
  return page
}

/** Follows the checklist from the stock-in to 开放中. Returns the device's id. */
export async function openByGuide(people: Company, purchaseId: number, name: string): Promise<number> {
  const { id } = await mine(stockInCalls.list, purchaseId)
  const requester = await people.page('requester')
  await open(requester, `/osp/storage/storageFinish?id=${id}`)
  await expect(requester.getByText('等待实验室设置')).toBeVisible()

  // The laboratory's director got a message that links to the instrument.
  const director = await people.page('director')
  let link: string | null | undefined
  await expect(async () => {
    const { items } = await call('director', messageCalls.page, {})
    link = items.find((m) => m.title.startsWith('新仪器已入库') && m.body.includes(name))?.link
    expect(link).toBeTruthy()
  }).toPass()
  await open(director, link ?? '')
  const deviceId = Number(new URL(director.url()).searchParams.get('deviceId'))
  const guide = director.getByRole('list').filter({ hasText: '审核员' })
  const tag = director.getByRole('heading', { level: 1 })
  await director.getByRole('button', { name: '保存开放设置' }).click()
  await expect(director.getByText('开放设置已保存')).toBeVisible()
  const dialog = director.getByRole('dialog')
  await guide.getByRole('link', { name: '去设置时段' }).click()
  await director.getByRole('button', { name: '添加时段' }).click()
  await dialog.getByLabel('周六').check()
  await dialog.getByLabel('周日').check()
  await dialog.getByRole('button', { name: '添加时段' }).click()
  await expect(director.getByText('开放时段已添加')).toBeVisible()
  // Opening hours are edited in their row.
  const sunday = director.getByRole('row', { name: /周日/ })
  await sunday.getByRole('button', { name: '修改' }).click()
  await choose(dialog, '结束时间', '21:00')
  await dialog.getByRole('button', { name: '保存时段' }).click()
  await expect(sunday).toContainText('08:00–21:00')
  await guide.getByRole('link', { name: '去设置收费' }).click()
  await director.getByRole('button', { name: '设定收费' }).click()
  await dialog.getByLabel('校内单价').fill('100')
  for (const outside of ['校外院校', '校外企业'])
    await dialog.getByRole('group', { name: outside }).getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: '设定收费' }).click()
  await expect(dialog).toBeHidden()
  await expect(tag).toContainText('未共享')
  await guide.getByRole('button', { name: '设为共享' }).click()
  await sayYes(director, '设为共享')
  await expect(tag).toContainText('开放中')

  await open(requester, `/osp/storage/storageFinish?id=${id}`)
  await requester.getByRole('link', { name: '查看与预约' }).click()
  await expect(requester).toHaveURL(/deviceDetail\?id=/)
  return deviceId
}

/** A student scans the label of an open instrument with a phone and books it. */
export async function bookByLabel(
  browser: Browser,
  { deviceId, serialId, name }: { deviceId: number; serialId: string; name: string },
): Promise<void> {
  const phone = await scan(browser, 'booker', deviceId)
  await expect(phone.getByRole('heading', { name })).toBeVisible()
  await expect(phone.getByText(serialId)).toBeVisible()
  await phone.getByRole('link', { name: '预约使用' }).click()
  await expect(phone).toHaveURL(/applyTime\?deviceId=/)
  await (await chooseDay(phone, tomorrow())).getByLabel('开始时间').selectOption({ index: 3 })
  await phone.getByLabel('预约用途').fill('验证新仪器')
  await expect(phone.getByRole('region', { name: '预约试算' }).getByText('可以预约')).toBeVisible()
  await phone.getByRole('button', { name: '提交预约' }).click()
  await expect(phone).toHaveURL(/orderDetail\?id=\d+/)
  // The booker's supervisor is the default payer and is asked to agree.
  await expect(findState(phone)).toContainText('待付款人确认')
  await call('payer', bookingCalls.approve, {
    params: { id: idIn(phone) },
    body: { state: 'awaiting_payer' },
  })
  await expect(findState(phone)).toContainText('待设备审核')
  await phone.context().close()
}

/** Finds the requester's row for a purchase. */
async function mine(
  list: typeof acceptanceCalls.list | typeof stockInCalls.list,
  purchaseId: number,
): Promise<{ id: number }> {
  const { items } = await call('requester', list, {})
  const row = items.find((r) => r.purchase.id === purchaseId)
  if (!row) throw new Error(`nothing of purchase ${purchaseId}`)
  return row
}
