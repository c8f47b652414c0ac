import type { PurchaseDetail } from '@portal/contract/purchase/rows'
import { Waiting } from '../../../ui/waiting.tsx'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { usePurchaseRules } from '../purchase.queries.ts'
import { purchase } from '../shared/purchase.process.tsx'
import { Certificates } from './certificates.tsx'
import { CorrectContract } from './contract-form.tsx'
import { Following } from './following.tsx'
import { PurchaseForm } from './purchase-form.tsx'
import { Panels } from './purchase-summary.tsx'
import { QuotesForm } from './quotes-form.tsx'

const forms = {
  change: ChangePurchase,
  quote: QuotesForm,
  correct_contract: CorrectContract,
  certify: Certificates,
}

/** One purchase with all its current actions. */
export const PurchasePage = ({ id }: { id: number }) => (
  <ProcessPage
    process={purchase}
    forms={forms}
    id={id}
    above={(p) => p.method !== null && !p.can.includes('change') && <Following purchase={p} />}
  />
)

function ChangePurchase({ row: p }: PartProps<PurchaseDetail>) {
  return (
    <>
      {p.panels.length > 0 && <Panels purchase={p} />}
      <Filling purchase={p} />
    </>
  )
}

/** A new purchase, or a draft to continue. */
export function Filling({ purchase: p }: { purchase?: PurchaseDetail }) {
  const query = usePurchaseRules()
  const rules = query.data
  if (!rules) return <Waiting query={query} height={30} />
  return <PurchaseForm rules={rules} {...(p && { purchase: p })} />
}
