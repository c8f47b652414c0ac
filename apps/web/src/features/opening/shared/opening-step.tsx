import { Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useOpening } from '../opening.queries.ts'
import { Prices } from '../parts/prices.tsx'
import { Reviewers } from '../parts/reviewers.tsx'
import { SettingsForm } from '../parts/settings-form.tsx'
import { Windows } from '../parts/windows.tsx'
import { BookingChecklist } from './checklist.tsx'

/** One part of opening a device, on the way of somebody who sets it up from nothing. */
export function OpeningStep({
  deviceId,
  step,
}: {
  deviceId: number
  step: 'windows' | 'prices' | 'publish'
}) {
  const { data: o, error, refetch } = useOpening({ params: { deviceId } }, { staleTime: 0 })
  if (error && !o) return <PageError error={error} onRetry={() => void refetch()} />
  if (!o) return <Skeleton rows={5} height={28} />
  if (step === 'publish')
    return (
      <>
        <BookingChecklist opening={o} />
        <Reviewers device={o.device} mayEdit={o.can.includes('reviewers')} />
      </>
    )
  if (!o.can.includes('edit'))
    return (
      <Card>
        <Empty text={`开放时段和收费由${o.device.lab.name}的主任或管理员设置`} />
      </Card>
    )
  if (step === 'prices') return <Prices deviceId={deviceId} />
  // Hours stand on settings: those come first, with what most instruments take.
  return o.settings ? <Windows opening={o} mayEdit /> : <SettingsForm opening={o} mayEdit />
}
