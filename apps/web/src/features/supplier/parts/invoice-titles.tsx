import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Card } from '../../../ui/light.tsx'
import { useCodeOptions } from '../../dictionary/shared/code-options.ts'

/** Title and address for invoices, from the dictionary invoice_title. */
export function InvoiceTitles() {
  const lines = useCodeOptions('invoice_title')
  return (
    <Card title="学校开票信息与发票寄送地址">
      <Facts items={lines.map((l) => ({ label: l.label, value: l.value, wide: true }))} />
      <p className="muted">请按以上信息开具发票。信息有误时由系统管理员在字典管理的“学校开票信息”中修改。</p>
    </Card>
  )
}
