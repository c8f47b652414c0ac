import { expect, test, type Page } from '@playwright/test'
import { nationalReportCalls as calls } from '@portal/contract/national-report/national-report'
import { castDevices, DEMO_PASSWORD } from '../apps/server/src/demo/cast.ts'
import { open, sayYes } from './support/arrange.ts'
import { call, company } from './support/people.ts'

// The equipment office takes an instrument from the work list, fills in the missing data and reports it. The
// university's clerk submits it on the platform, so the next upload is refused. The platform rejects it, the
// office corrects it and reports it again.

const { serialId } = castDevices.selfOperated

/** Acts on the platform itself, which the demo server simulates. */
async function onPlatform(page: Page, operation: 'submit' | 'reject', year: number): Promise<void> {
  const answer = await page.request.post('/demo-national-platform', {
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    data: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>
      <n:${operation} xmlns:n="urn:national-platform:report"><user>demo</user><password>${DEMO_PASSWORD}</password>
      <instruType>4</instruType><year>${year}</year><rows><row key="${serialId}"/></rows></n:${operation}>
    </soap:Body></soap:Envelope>`,
  })
  expect(await answer.text()).toContain('<status>1</status>')
}

test('an office completes an instrument, is refused, corrects and reports again', async ({ browser }) => {
  const people = company(browser)
  const office = await people.page('equipoffice')
  const [report] = (await call('equipoffice', calls.reports, {})).items
  if (!report) throw new Error('the demo campus has a report of this year')

  // Reset the instrument to the state of the demo, in case this story ran before.
  const [row] = (
    await call('equipoffice', calls.devices, { params: { id: report.id }, query: { keyword: serialId } })
  ).items
  if (!row) throw new Error('the instrument is dear enough to be reported')
  await call('equipoffice', calls.type, {
    params: { id: row.id },
    body: { values: { classCode: null, functions: null } },
  })

  // The work list shows what is missing and who can fill it in.
  await open(office, '/report/largeDevice')
  await office.getByRole('link', { name: '上报仪器' }).first().click()
  await expect(office.getByRole('heading', { name: `${report.year} 年度上报仪器` })).toBeVisible()
  await open(office, `/report/deviceList?id=${report.id}&keyword=${serialId}`)
  const line = office.getByRole('row').filter({ hasText: serialId })
  await expect(line).toContainText('分类编码没有填写')
  await expect(line).toContainText('实验室')
  await line.getByRole('link', { name: '编辑' }).click()

  // An incomplete record cannot be sent.
  await expect(office.getByRole('heading', { name: /待处理 \d+ 项/ })).toBeVisible()
  const sending = office.getByRole('button', { name: '上报', exact: true })
  await expect(sending).toHaveCount(0)
  await office.getByLabel('分类编码').fill('03A101')
  await office.getByRole('button', { name: '保存', exact: true }).click()
  await expect(office.getByRole('listitem').filter({ hasText: '分类编码' })).toContainText('应为')
  await office.getByLabel('分类编码').fill('030101')
  const detail = await findDetail(office)
  for (const issue of detail.issues.filter((i) => i.field && i.field !== 'classCode'))
    await office.getByLabel(issue.label, { exact: true }).fill(FILLED[issue.field ?? ''] ?? '按实际情况')
  await office.getByRole('button', { name: '保存', exact: true }).click()
  await expect(office.getByText('数据完整，已通过校验')).toBeVisible()

  const reportIt = async () => {
    await sending.click()
    await sayYes(office, '上报')
  }
  await reportIt()
  await expect(office.getByText('已上报', { exact: true }).first()).toBeVisible()

  // The platform locks a submitted record.
  await onPlatform(office, 'submit', report.year)
  const functions = office.getByLabel('主要功能')
  await functions.fill('微区形貌、成分与晶体取向分析')
  await office.getByRole('button', { name: '保存', exact: true }).click()
  await expect(office.getByText('人工填写：').filter({ hasText: '宋佳' }).first()).toBeVisible()
  await reportIt()
  await expect(office.getByText(/上报失败：.*退回前不能修改/)).toBeVisible()
  await expect(office.getByText('上报失败', { exact: true }).first()).toBeVisible()

  // After the rejection the office corrects it, and the platform accepts it.
  await onPlatform(office, 'reject', report.year)
  await reportIt()
  // The message of the first report may still be on the screen, so the failed state must go first.
  await expect(office.getByText('上报失败', { exact: true })).toHaveCount(0)
  await expect(office.getByText('已上报', { exact: true }).first()).toBeVisible()
  // The history shows each upload, with the platform's answer.
  const { history } = await findDetail(office)
  expect(history.filter((h) => h.event === 'send').length).toBeGreaterThanOrEqual(3)
  const record = office.locator('.national-history li')
  await expect(record).toHaveCount(history.length)
  await expect(record.filter({ hasText: '退回前不能修改' })).not.toHaveCount(0)
  await open(office, `/report/deviceList?id=${report.id}&view=batches`)
  await expect(office.getByRole('row')).not.toHaveCount(0)
  await people.close()

  async function findDetail(page: Page) {
    const id = Number(new URL(page.url()).searchParams.get('id'))
    return call('equipoffice', calls.row, { params: { id } })
  }
})

/** Values for other fields that may be missing. */
const FILLED: Readonly<Record<string, string>> = {
  email: 'lab@jzu.example.edu.cn',
  phone: '0512-62880001',
  address: '江州市东湖区学府路 1 号',
}
