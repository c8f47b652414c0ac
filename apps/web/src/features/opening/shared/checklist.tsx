import { Link } from 'react-router'
import type { OpeningDetail } from '@portal/contract/opening/opening'
import { readinessWords, type CheckRow } from '@portal/contract/opening/readiness'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useOpening, useShareDevice } from '../opening.queries.ts'
import { openingTag } from '../opening.words.ts'
import './checklist.css'

const views: Partial<Record<CheckRow['key'], string>> = {
  settings: 'settings',
  hours: 'windows',
  prices: 'prices',
  reviewers: 'reviewers',
}

/** For keepers of an instrument: whether it can be booked, what is missing, and where to set it up. */
export function DeviceChecklist({ deviceId }: { deviceId: number }) {
  const { data } = useOpening({ params: { deviceId } }, { staleTime: 0 })
  return data && <BookingChecklist opening={data} />
}

export function BookingChecklist({ opening: o }: { opening: OpeningDetail }) {
  if (o.checks.length === 0) return null
  return (
    <Card
      title={
        <>
          共享预约 <StateTag {...openingTag(o.readiness)} />
        </>
      }
    >
      <ul className="checklist">
        {o.checks.map((c) => (
          <li key={c.key} data-state={c.done ? 'done' : c.must ? 'lacks' : 'optional'}>
            <Icon name={c.done ? 'check' : c.must ? 'warn' : 'info'} size={16} />
            <div>
              <strong>{readinessWords[c.key]}</strong>
              <small>{c.text}</small>
              <SetUp check={c} opening={o} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A link to the page that fixes the check, for users with the right. */
function SetUp({ check: c, opening: o }: { check: CheckRow; opening: OpeningDetail }) {
  const share = useShareDevice()
  if (c.key === 'shared' && o.can.includes('share'))
    return (
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
    )
  const view = views[c.key]
  const word = c.done ? '修改' : '去设置'
  if (!view || !o.can.includes(c.key === 'reviewers' ? 'reviewers' : 'edit')) return null
  return (
    <Link
      to={to('/open-sharing/open-set', { deviceId: o.device.id, view })}
      aria-label={`${word}${readinessWords[c.key]}`}
    >
      {word}
    </Link>
  )
}
