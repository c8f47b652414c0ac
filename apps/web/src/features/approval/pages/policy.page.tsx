import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import {
  findBound,
  businessWords,
  isBound,
  policyBusinesses,
  type Policy,
  type PolicyBusiness,
} from '@portal/contract/approval/approval'
import { useHolds, useUser } from '../../../lib/session.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { Button } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PolicyForm } from '../parts/policy-form.tsx'
import { PolicyPreview } from '../parts/policy-preview.tsx'
import { StepPolicies } from '../parts/step-policies.tsx'
import { usePolicies } from '../policy.queries.ts'
import { listSteps } from '../policy.words.ts'

const PREVIEW = 'preview'

/**
 * The approval steps of each business: where, for whom and from which amount; and a preview of the approvers.
 */
export default function PolicyPage() {
  const view = useSearchParams()[0].get('view') ?? 'booking'
  const admin = useHolds(['ADMIN'])
  // The preview shows people's names, so outsiders do not see it; they also have no part in purchase and
  // scrapping.
  const outside = !useUser()?.onCampus && !admin
  const shown = policyBusinesses.filter((b) => !outside || !isBound(b))
  const business = shown.find((b) => b === view) ?? (admin ? undefined : shown[0])
  const tabs = [
    ...shown.map((key) => ({ key: key as string, title: businessWords[key] })),
    ...(admin ? [{ key: PREVIEW, title: '预览' }] : []),
  ]
  const intro = <LinkTabs label="审核配置" name="view" tabs={tabs} value={business ?? PREVIEW} />
  return business ? <Policies business={business} intro={intro} /> : <PolicyPreview intro={intro} />
}

function Policies({ business, intro }: { business: PolicyBusiness; intro: ReactNode }) {
  const query = usePolicies({ query: { business } })
  const [asked, setAsked] = useState<Policy | 'new' | null>(null)
  const close = () => setAsked(null)
  return (
    <DetailPage
      title="审核配置"
      query={query}
      extra={({ can }) =>
        can.includes('change') && (
          <Button kind="primary" onClick={() => setAsked('new')}>
            新增配置
          </Button>
        )
      }
    >
      {({ items, defaults, can }) => (
        <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>
          {intro}
          <p className="muted">
            每个环节由最具体的一条配置决定：仪器优先于实验室，实验室优先于单位（下级单位优先于上级），最后是全校；同一范围内，限定用户类型的优先。都没有时按内置规则。
            {isBound(business) &&
              '已提交的单据按提交时确定的环节办理；法规或流程必需的环节不能省略，但可以设置处理时限和代理人。'}
          </p>
          {listSteps(business).map(([step, title]) => (
            <StepPolicies
              key={step}
              title={title}
              bound={findBound(business, step)}
              rows={items.filter((p) => p.business === business && p.step === step)}
              builtIn={defaults.find((d) => d.business === business && d.step === step)}
              onEdit={can.includes('change') ? setAsked : null}
            />
          ))}
          <Modal
            open={asked !== null}
            title={asked === 'new' ? '新增审核配置' : '修改审核配置'}
            footer={null}
            onCancel={close}
            destroyOnHidden
            width={720}
          >
            {asked && (
              <PolicyForm business={business} policy={asked === 'new' ? null : asked} onDone={close} />
            )}
          </Modal>
        </div>
      )}
    </DetailPage>
  )
}
