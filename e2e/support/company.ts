import { expect, type Browser, type Page } from '@playwright/test'
import { mailCalls } from '@portal/contract/mail/mail'
import { creditCodeCheck } from '@portal/contract/supplier/credit-code'
import { open, sayYes, findState } from './arrange.ts'
import { upload } from './lifecycle.ts'
import { call, DEMO_PASSWORD, person, type company } from './people.ts'
import { signInByForm } from './sign-in.ts'

/**
 * Registers a new supplier: the office invites it, the supplier activates the account and submits its papers,
 * and the office approves them. Returns the supplier's username.
 */
export async function register(
  browser: Browser,
  people: ReturnType<typeof company>,
  mark: string,
): Promise<string> {
  const [username, name, email] = [
    `seller${mark}`,
    `蓝星仪器销售有限公司${mark}`,
    `seller${mark}@supplier.example`,
  ]
  const first = `91320100MA1${mark.slice(-6)}`
  const office = await people.page('tenderoffice')
  await open(office, '/osp/storage/providerOpen')
  for (const [label, value] of [
    ['企业名称', name],
    ['统一社会信用代码', `${first}${creditCodeCheck(first)}`],
    ['联系人', '白露'],
    ['电话', '13800002345'],
    ['邮箱', email],
  ] as const)
    await office.getByLabel(label).fill(value)
  await office.getByRole('button', { name: '发送邀请' }).click()
  await expect(findState(office)).toContainText('待激活')

  // The link is only in the mail; in the demo an administrator reads it in the outbox. It needs no sign-in.
  const { items } = await call('sysadmin', mailCalls.outbox, { query: { keyword: email } })
  const link = /\/osp\/storage\/providerActive#token=[\w-]+/.exec(items[0]?.body ?? '')?.[0]
  if (!link) throw new Error('no invitation was mailed')
  const { page: seller } = await person(browser, null)
  await open(seller, link)
  await expect(seller.getByText(name)).toBeVisible()
  for (const [label, value] of [
    ['用户名', username],
    ['密码', DEMO_PASSWORD],
    ['确认密码', DEMO_PASSWORD],
    ['联系电话', '13800002345'],
  ] as const)
    await seller.getByLabel(label, { exact: true }).fill(value)
  await seller.getByRole('button', { name: '激活账号' }).click()
  await seller.waitForURL('**/login?redirect=*')
  await signInByForm(seller, { username, password: DEMO_PASSWORD }, '**/osp/storage/providerAuditInfo')
  await handIn(seller)
  // The link cannot be used twice.
  await open(seller, link)
  await expect(seller.getByText('邀请链接无效、已使用或已过期')).toBeVisible()
  await seller.context().close()

  await expect(findState(office)).toContainText('待审核')
  await office.getByRole('button', { name: '审核通过' }).click()
  await sayYes(office, '审核通过')
  await expect(findState(office)).toContainText('已通过')
  return username
}

/** Submits what the audit needs: company data and licence. */
async function handIn(seller: Page): Promise<void> {
  await seller.getByLabel('法定代表人').fill('白露')
  await seller.getByLabel('注册地址').fill('江州市高新区科创路 8 号')
  await seller.getByLabel('经营范围').fill('科学仪器销售与维修')
  await upload(seller.getByRole('group', { name: '证照 1' }), '上传证照文件', '营业执照.pdf')
  await seller.getByRole('button', { name: '提交审核' }).click()
  await expect(findState(seller)).toContainText('待审核')
}
