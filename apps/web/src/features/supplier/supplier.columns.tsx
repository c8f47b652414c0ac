import { Link } from 'react-router'
import { supplierStates, supplierStateWords, type SupplierRow } from '@portal/contract/supplier/supplier'
import { to } from '../../lib/paths.ts'
import type { Column } from '../../ui/list/data-table.tsx'
import { sinceColumn } from '../../ui/list/since-column.ts'
import type { Filter } from '../../ui/list/filters.tsx'
import { StateTag } from '../../ui/state-tag.tsx'
import { licenceTag, licenceUntil, supplierTag } from './supplier.words.ts'

export const supplierColumns: Record<
  'name' | 'code' | 'contact' | 'licence' | 'state' | 'since',
  Column<SupplierRow>
> = {
  name: {
    key: 'name',
    title: '企业名称',
    main: true,
    sort: true,
    render: (s) => <Link to={to('/osp/storage/providerAuditList', { id: s.id })}>{s.name}</Link>,
  },
  code: { key: 'creditCode', title: '统一社会信用代码' },
  contact: { key: 'contact', title: '联系人', render: (s) => `${s.contact} ${s.phone}` },
  licence: {
    key: 'licence',
    title: '营业执照',
    render: (s) => (
      <>
        <StateTag {...licenceTag(s.licence)} /> {licenceUntil(s)}
      </>
    ),
  },
  state: { key: 'state', title: '状态', render: (s) => <StateTag {...supplierTag(s.state)} /> },
  since: sinceColumn,
}

export const supplierFilters = {
  keyword: { kind: 'text', name: 'keyword', label: '关键词', placeholder: '企业名称、信用代码或联系人' },
  state: {
    kind: 'select',
    name: 'state',
    label: '状态',
    options: supplierStates.map((s) => ({ value: s, label: supplierStateWords[s] })),
  },
  expiring: { kind: 'flag', name: 'expiring', label: '只看执照将到期' },
} satisfies Record<string, Filter>
