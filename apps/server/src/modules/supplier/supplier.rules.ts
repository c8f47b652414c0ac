import { LICENCE, PAPER_WARNING_DAYS, type LicenceState } from '@portal/contract/supplier/supplier'
import type { Reason } from '@portal/contract/kernel/envelope'
import { addDays } from '../../kernel/time.ts'
import { listGrams } from '../../kernel/search.rules.ts'
import type { Supplier } from './supplier.flow.ts'

/** The search text of a company: name, credit code and contact. */
export const listCompanyGrams = (s: { name: string; creditCode: string; contact: string }) =>
  listGrams([s.name, s.creditCode, s.contact])

interface Named {
  name: string
  creditCode: string
}
/** What a repeated invitation puts right, for the history; null: nothing. */
export const describeRenaming = (before: Named, now: Named): string | null =>
  [
    before.name === now.name ? '' : `企业名称：${before.name} → ${now.name}`,
    before.creditCode === now.creditCode ? '' : `统一社会信用代码：${before.creditCode} → ${now.creditCode}`,
  ]
    .filter(Boolean)
    .join('；') || null

export interface Paper {
  kind: string
  /** Null: it does not expire. */
  validTo: string | null
}
export const isExpired = (paper: Paper, today: string): boolean =>
  paper.validTo !== null && paper.validTo < today

/** Of several licences the one that is valid longest counts. `to` is null if it does not expire. */
export function judgeLicence(
  papers: readonly Paper[],
  today: string,
): { state: LicenceState; to: string | null } {
  const licences = papers.filter((p) => p.kind === LICENCE)
  if (licences.length === 0) return { state: 'missing', to: null }
  if (licences.some((p) => p.validTo === null)) return { state: 'valid', to: null }
  const to =
    licences
      .map((p) => p.validTo ?? '')
      .toSorted()
      .at(-1) ?? ''
  if (to < today) return { state: 'expired', to }
  return { state: to <= addDays(today, PAPER_WARNING_DAYS) ? 'expiring' : 'valid', to }
}

/** Like `judgeLicence`, from the totals of a list row. */
export const licenceCounted = (
  s: { licences: number; licenceForever: boolean; licenceTo: string | null },
  today: string,
): { state: LicenceState; to: string | null } =>
  judgeLicence(
    s.licences === 0 ? [] : [{ kind: LICENCE, validTo: s.licenceForever ? null : s.licenceTo }],
    today,
  )

export interface Company {
  legalPerson: string | null
  address: string | null
  businessScope: string | null
}
/** What is missing before a company can be audited, each with its form field. */
export function listFaults(company: Company, papers: readonly Paper[], today: string): Reason[] {
  const faults: Reason[] = []
  const missing = (field: string, message: string) => faults.push({ code: 'INCOMPLETE', message, field })
  if (!company.legalPerson) missing('legalPerson', '请填写法定代表人')
  if (!company.address) missing('address', '请填写注册地址')
  if (!company.businessScope) missing('businessScope', '请填写经营范围')
  const { state } = judgeLicence(papers, today)
  if (state === 'missing') missing('papers', '请上传营业执照')
  if (state === 'expired') missing('papers', '营业执照已到期，请上传有效期内的营业执照')
  return faults
}

/**
 * The people asked for a company: those with open accounts; if there are none, all, so that the task falls to
 * the offices.
 */
export function chooseAsked(members: readonly { id: number; enabled: boolean }[]): number[] {
  const active = members.filter((m) => m.enabled)
  return (active.length > 0 ? active : members).map((m) => m.id)
}

interface About {
  /** Acts for this company. */
  member: boolean
  office: boolean
  auditor: boolean
}
/** The roles of a person in a company. People of the company itself neither invite nor audit it. */
export function findRoles({ member, office, auditor }: About): Set<Supplier['role']> {
  if (member) return new Set(['member'])
  return new Set([...(office ? (['office'] as const) : []), ...(auditor ? (['tender_office'] as const) : [])])
}

/**
 * How a mail says what to open. Without PUBLIC_URL (`url`) the portal does not know its address, and a path
 * alone opens nothing, so the mail says what it has to follow.
 */
export const wordLink = (url: string | undefined, path: string): string =>
  url
    ? `打开以下链接：\n\n${url}${path}`
    : `在本平台的网址（可向学校招标办查询）之后加上以下内容，用浏览器打开：\n\n${path}`
