import { Link } from 'react-router'
import type { OpeningDetail } from '@portal/contract/opening/opening'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { checklist } from '../opening.rules.ts'
import { usePricePlans, useReviewers, useShareDevice } from '../opening.queries.ts'

const views = { settings: 'settings', hours: 'windows', prices: 'prices', reviewers: 'reviewers' } as const

/** While no booking can be taken: what it needs, what is missing, and where that is mended. */
export function BookingChecklist({ opening: o }: { opening: OpeningDetail }) {
  const edits = o.can.includes('edit')
  const blocked = checklist(o, undefined, undefined).some((c) => c.must && !c.done)
  const prices = usePricePlans({ query: { deviceId: o.device.id } }, { enabled: edits && blocked })
  const reviewers = useReviewers({ query: { labId: o.device.lab.id } }, { enabled: edits && blocked })
  const share = useShareDevice()
  if (!blocked) return null
  const checks = checklist(
    o,
    prices.data?.items.filter((p) => p.state === 'current').length,
    reviewers.data?.filter((r) => r.device === null || r.device.id === o.device.id).length,
  )
  return (
    <Card title="现在还不能预约">
      <ul style={{ display: 'grid', gap: 8, margin: 0, padding: 0, listStyle: 'none' }}>
        {checks.map((c) => (
          <li key={c.key} style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
            <StateTag tone={c.done ? 'done' : c.must ? 'waiting' : 'draft'} text={c.label} />
            <span>{c.text}</span>
            {edits && !c.done && c.key !== 'shared' && (
              <Link to={to('/open-sharing/open-set', { deviceId: o.device.id, view: views[c.key] })}>
                去设置
              </Link>
            )}
            {c.key === 'shared' && o.can.includes('share') && (
              <ConfirmButton
                size="small"
                danger={false}
                title="设为共享？"
                text="全校登录用户都能看到该仪器，并按开放设置预约。"
                ok="设为共享"
                onConfirm={() =>
                  share
                    .run({ params: { id: o.device.id }, body: { event: 'share', reason: null } })
                    .then(() => say('success', '已设为共享'))
                }
              >
                设为共享
              </ConfirmButton>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
