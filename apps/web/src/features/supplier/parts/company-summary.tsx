import type { SupplierDetail, SupplierPaper } from '@portal/contract/supplier/supplier'
import { formatDay, formatMinute } from '../../../lib/format.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { Card, Empty } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'

/** All facts on which a company is judged. */
export function CompanySummary({ supplier: s }: { supplier: SupplierDetail }) {
  return (
    <>
      <Card title="企业信息">
        <Facts
          items={[
            { label: '企业名称', value: s.name },
            { label: '信用代码', value: s.creditCode },
            { label: '法定代表人', value: s.legalPerson },
            { label: '联系人', value: `${s.contact} ${s.phone}` },
            { label: '邮箱', value: s.email },
            { label: '邀请时间', value: formatMinute(s.invitedAt) },
            s.invitedUntil !== null && { label: '邀请有效至', value: formatMinute(s.invitedUntil) },
            { label: '注册地址', value: s.address, wide: true },
            { label: '经营范围', value: s.businessScope, wide: true },
            s.reason !== null && { label: '退回或停用原因', value: s.reason, wide: true },
          ]}
        />
      </Card>
      <Card title={`证照（${s.papers.length} 份）`}>
        {s.papers.length ? (
          <DataTable caption="证照" columns={paperColumns} rows={s.papers} rowKey={(p) => p.file.id} />
        ) : (
          <Empty text="还没有上传证照" />
        )}
      </Card>
    </>
  )
}

const paperColumns: readonly Column<SupplierPaper>[] = [
  { key: 'label', title: '种类', main: true },
  { key: 'number', title: '编号' },
  { key: 'validFrom', title: '有效期起', phone: false },
  {
    key: 'validTo',
    title: '有效期至',
    render: (p) => (
      <>
        {p.validTo ?? '长期'} {p.expired && <StateTag tone="refused" text="已到期" />}
      </>
    ),
  },
  { key: 'file', title: '文件', render: (p) => <FileList files={[p.file]} label={`${p.label}文件`} /> },
]

/** The company's contact, bank and invoice address. */
export const AccountFacts = ({ supplier: s }: { supplier: SupplierDetail }) => (
  <Card title="账户与开票">
    <Facts
      items={[
        { label: '开户银行', value: s.bankName },
        { label: '银行账号', value: s.bankAccount },
        { label: '发票抬头', value: s.invoiceTitle },
        { label: '寄送地址', value: s.invoiceAddress, wide: true },
      ]}
    />
  </Card>
)

export const memberColumns: readonly Column<SupplierDetail['members'][number]>[] = [
  { key: 'name', title: '姓名', main: true },
  { key: 'username', title: '用户名' },
  { key: 'phone', title: '电话' },
  { key: 'email', title: '邮箱', phone: false },
  { key: 'since', title: '加入时间', render: (m) => formatDay(m.since), phone: false },
  {
    key: 'enabled',
    title: '状态',
    render: (m) => (
      <StateTag {...(m.enabled ? { tone: 'done', text: '正常' } : { tone: 'stopped', text: '已停用' })} />
    ),
  },
]
