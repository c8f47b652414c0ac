import { Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useOpening } from '../opening.queries.ts'
import { Prices } from '../parts/prices.tsx'
import { Reviewers } from '../parts/reviewers.tsx'
import { SettingsForm } from '../parts/settings-form.tsx'
import { Windows } from '../parts/windows.tsx'
import { BookingChecklist } from './checklist.tsx'

/** One step of setting up a device's opening from scratch. */
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
  // Hours need settings, so the settings come first, with usual defaults.
  return o.settings ? <Windows opening={o} mayEdit /> : <SettingsForm opening={o} />
}
