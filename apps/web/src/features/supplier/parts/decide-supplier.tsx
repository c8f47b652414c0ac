import { licenceWords, type SupplierDetail } from '@portal/contract/supplier/supplier'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Card } from '../../../ui/light.tsx'
import { useAuditSuppliers } from '../supplier.queries.ts'
import { licenceUntil, returnPicks } from '../supplier.words.ts'

/** The tendering office says yes or what is to be mended. */
export function DecideSupplier({ supplier: s, onDone }: { supplier: SupplierDetail; onDone?: () => void }) {
  const audit = deciding(useAuditSuppliers(), () => s.name)
  const decide = async (verdict: 'approve' | 'send_back', said: string, reason: string | null) => {
    if (await audit([s], verdict, said, reason)) onDone?.()
  }
  return (
    <Card title="审核" className="decide">
      <p>
        请核对企业信息与证照是否一致、是否在有效期内。营业执照：<b>{licenceWords[s.licence]}</b>{' '}
        {licenceUntil(s)}
      </p>
      {s.faults.length > 0 && <p role="alert">{s.faults.join('；')}</p>}
      <div className="page-extra no-print">
        <ConfirmButton
          kind="primary"
          danger={false}
          title={`通过 ${s.name} 的资料？`}
          text="通过后该供应商可以参加报价、投标和签订合同。意见供应商可见。"
          ok="审核通过"
          reason={opinionAsked}
          onConfirm={(said) => decide('approve', '通过', saidOrNull(said))}
        >
          审核通过
        </ConfirmButton>
        <ConfirmButton
          title="退回修改？"
          text="供应商会收到退回原因，修改后重新提交。"
          ok="退回修改"
          reason={{ label: '退回原因', required: true, picks: returnPicks }}
          onConfirm={(reason) => decide('send_back', '退回', reason)}
        >
          退回修改
        </ConfirmButton>
      </div>
    </Card>
  )
}
