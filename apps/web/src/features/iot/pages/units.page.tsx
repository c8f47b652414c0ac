import { useNavigate, useSearchParams } from 'react-router'
import { iotOffice } from '@portal/contract/iot/iot'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { ButtonLink, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { ImportButton } from '../../bulk/shared/import-drawer.tsx'
import { renewUnits, useUnit } from '../iot.queries.ts'
import { UnitDetail } from '../parts/unit-detail.tsx'
import { EditUnit, NewUnit } from '../parts/unit-form.tsx'
import { UnitList } from '../parts/unit-list.tsx'

/** 网关子设备: all sub-devices; the form with `add` or `edit` in the address, one of them with `id`. */
export default function UnitsPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const office = useHolds(iotOffice)
  const parseNumber = (name: string) => Number(search.get(name)) || undefined
  const [id, edit, gateway] = [parseNumber('id'), parseNumber('edit'), parseNumber('gateway')]
  const back = () =>
    void navigate(gateway ? to('/iot/iot-device', { id: gateway }) : to('/iot-device/iot-sub-device'))
  if (search.get('add')) return <NewUnit gatewayId={gateway} onDone={back} />
  if (edit) return <Edited id={edit} />
  if (id) return <UnitDetail key={id} id={id} />
  return (
    <UnitList
      title="网关子设备"
      extra={
        office && (
          <>
            <ImportButton kind="iot-sub-device" onDone={() => void renewUnits()} />
            <ButtonLink kind="primary" to={to('/iot-device/iot-sub-device', { add: 'new' })}>
              新增子设备
            </ButtonLink>
          </>
        )
      }
    />
  )
}
function Edited({ id }: { id: number }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useUnit({ params: { id } })
  if (error && !data) return <PageError error={error} onRetry={() => void refetch()} />
  return data ? (
    <EditUnit unit={data} onDone={() => void navigate(to('/iot-device/iot-sub-device', { id }))} />
  ) : (
    <Skeleton rows={8} height={30} />
  )
}
