import {
  supplierStateWords,
  type SupplierDetail,
  type SupplierEvent,
  type SupplierRow,
} from '@portal/contract/supplier/supplier'
import { showAttachment } from '../file/file.service.ts'
import type { Trail } from '../../kernel/binding.ts'
import type { SheetColumn } from '../../kernel/sheet.ts'
import type { PaperRow } from './paper.store.ts'
import { supplierFlow, type Supplier } from './supplier.flow.ts'
import { listFaults, isExpired, licenceCounted } from './supplier.rules.ts'
import type { MemberRow, SupplierDetail as DetailRow, SupplierRow as ListRow } from './supplier.store.ts'

type Action = SupplierRow['can'][number]
const flowActions: ReadonlySet<string> = new Set<Action>([
  'invite',
  'submit',
  'approve',
  'send_back',
  'suspend',
  'resume',
])
const isAction = (event: SupplierEvent): event is Extract<SupplierEvent, Action> => flowActions.has(event)

function listActions(s: ListRow, roles: ReadonlySet<Supplier['role']>): Action[] {
  const can: Action[] = supplierFlow.can(s.state, roles).filter(isAction)
  const member = roles.has('member')
  if (member && (s.state === 'awaiting_papers' || s.state === 'returned')) can.push('save')
  if (member && s.state !== 'suspended') can.push('account')
  if (roles.has('office') && s.state !== 'invited') can.push('members')
  return can
}

export function showRow(s: ListRow, roles: ReadonlySet<Supplier['role']>, today: string) {
  const licence = licenceCounted(s, today)
  return {
    id: s.id,
    name: s.name,
    creditCode: s.creditCode,
    state: s.state,
    stateAt: s.stateAt,
    contact: s.contact,
    phone: s.phone,
    email: s.email,
    licence: licence.state,
    licenceTo: licence.to,
    invitedAt: s.invitedAt,
    can: listActions(s, roles),
  } satisfies Record<keyof SupplierRow, unknown>
}

export interface Surroundings {
  roles: ReadonlySet<Supplier['role']>
  today: string
  papers: PaperRow[]
  /** Names of the kinds from the dictionary. */
  kinds: ReadonlyMap<string, string>
  members: MemberRow[]
  trail: Trail
}

const showPaper = (p: PaperRow, about: Surroundings) => ({
  kind: p.kind,
  label: about.kinds.get(p.kind) ?? p.kind,
  number: p.number,
  validFrom: p.validFrom,
  validTo: p.validTo,
  expired: isExpired(p, about.today),
  file: showAttachment(p.file),
})

export const showDetail = (s: DetailRow, about: Surroundings) =>
  ({
    ...showRow(s, about.roles, about.today),
    address: s.address,
    legalPerson: s.legalPerson,
    businessScope: s.businessScope,
    bankName: s.bankName,
    bankAccount: s.bankAccount,
    invoiceTitle: s.invoiceTitle,
    invoiceAddress: s.invoiceAddress,
    reason: s.reason,
    invitedUntil: s.state === 'invited' ? s.tokenUntil : null,
    papers: about.papers.map((p) => showPaper(p, about)),
    members: about.members,
    revision: s.revision,
    faults: listFaults(s, about.papers, about.today).map((f) => f.message),
    progress: about.trail.progress,
    history: about.trail.history,
  }) satisfies Record<keyof SupplierDetail, unknown>

export const exportColumns = (today: string): SheetColumn<ListRow>[] => [
  { header: '企业名称', width: 32, value: (s) => s.name },
  { header: '统一社会信用代码', width: 24, value: (s) => s.creditCode },
  { header: '状态', value: (s) => supplierStateWords[s.state] },
  { header: '联系人', value: (s) => s.contact },
  { header: '电话', value: (s) => s.phone },
  { header: '邮箱', width: 28, value: (s) => s.email },
  {
    header: '营业执照有效期至',
    value: (s) => (s.licences === 0 ? '未上传' : (licenceCounted(s, today).to ?? '长期')),
  },
]
