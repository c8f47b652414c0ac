import { expect, test } from '@playwright/test'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { open, sayYes, findState } from './support/arrange.ts'
import {
  accept,
  approve,
  bookByLabel,
  colleagues,
  contract,
  deliver,
  openByGuide,
  request,
  sendBack,
  stockIn,
} from './support/lifecycle.ts'
import { call, company } from './support/people.ts'
import { choose } from './support/select.ts'

// The purchase of a small domestic instrument by eight people: bought directly, sent back once, then accepted
// by the requester and booked by its label.

test('a small instrument, from the wish to a booking by its label', async ({ browser }) => {
  test.setTimeout(300_000)
  const people = company(browser)
  const mark = String(Date.now()).slice(-7)
  const name = `台式高速离心机 ${mark}`
  const requester = await people.page('requester')
  const id = await request(
    requester,
    { title: `离心机更新 ${mark}`, name, yuan: '18000', imported: false, papers: ['价格依据'] },
    '待院系审批',
  )

  // Other people cannot read the request.
  await expect(call('booker', purchaseCalls.get, { params: { id } })).rejects.toThrow()
  await expect(call('supplier', purchaseCalls.get, { params: { id } })).rejects.toThrow()
  await approve(people, id)

  // The requester enters quotes, chooses one and gives a reason.
  await open(requester, `/osp/subscribe/purchase?id=${id}`)
  await choose(requester, '供应商 1', '华仪')
  await requester.getByRole('textbox', { name: '报价 1' }).fill('17500')
  await requester.getByRole('button', { name: '保存报价' }).click()
  await requester.getByRole('button', { name: /华仪.*17,500/ }).click()
  await requester.getByRole('dialog').getByRole('textbox').fill('报价最低，售后响应快')
  await sayYes(requester, /^选择/)
  await expect(findState(requester)).toContainText('待签合同')

  const signers = await colleagues(1)
  await contract(people, id, '17500')
  // The first delivery is damaged and goes back; the supplier delivers another one.
  await deliver(people, 'supplier', id, `SN${mark}A`)
  await sendBack(people, id, 'supplier', '外壳开裂，转子室变形', signers)
  await deliver(people, 'supplier', id, `SN${mark}`)
  await accept(people, id, `SN${mark}`, signers)
  const serialId = await stockIn(people, id, '17500')
  await open(requester, `/osp/subscribe/subscribeFill?id=${id}`)
  await expect(findState(requester)).toContainText('已完成')
  const deviceId = await openByGuide(people, id, name)
  await bookByLabel(browser, { deviceId, serialId, name })
  await people.close()
})
