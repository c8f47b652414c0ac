import { useNavigate, useSearchParams } from 'react-router'
import type { DeviceDetail } from '@portal/contract/device/device'
import { to } from '../../../lib/paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { StepNames } from '../../../ui/form/steps.tsx'
import { Button, ButtonLink } from '../../../ui/light.tsx'
import { OpeningStep } from '../../opening/shared/opening-step.tsx'
import { useDevice } from '../device.queries.ts'
import { DevicePictures } from './device-pictures.tsx'

const steps = [
  { key: 'pictures', title: '图片' },
  { key: 'windows', title: '开放时段' },
  { key: 'prices', title: '收费' },
  { key: 'publish', title: '审核员与共享' },
] as const

/** The steps after an instrument's registration until it can be booked. */
export function DeviceSetup({ id }: { id: string }) {
  const go = useNavigate()
  const [search] = useSearchParams()
  const at = Math.max(
    0,
    steps.findIndex((s) => s.key === search.get('step')),
  )
  const query = useDevice({ params: { id } }, { staleTime: 0 })
  const show = (index: number) =>
    void go(to('/maintain/deviceAdd', { id, step: steps[index]?.key ?? 'pictures' }), { replace: true })
  return (
    <DetailPage
      query={query}
      name="新增仪器"
      list={{ to: to('/maintain/deviceInfo'), text: '仪器管理' }}
      title={(d) => `新增仪器：${d.name}`}
      extra={(d) => <ButtonLink to={to('/maintain/deviceDetail', { id: d.id })}>仪器档案</ButtonLink>}
    >
      {(d) => (
        <>
          <StepNames steps={steps} at={at} reached={steps.length} go={show} />
          <Step step={steps[at]?.key ?? 'pictures'} device={d} />
          <footer className="form-foot">
            {at > 0 && <Button onClick={() => show(at - 1)}>上一步</Button>}
            {at < steps.length - 1 ? (
              <Button kind="primary" onClick={() => show(at + 1)}>
                下一步
              </Button>
            ) : (
              <ButtonLink kind="primary" to={to('/maintain/deviceDetail', { id: d.id })}>
                完成
              </ButtonLink>
            )}
          </footer>
        </>
      )}
    </DetailPage>
  )
}

function Step({ step, device: d }: { step: (typeof steps)[number]['key']; device: DeviceDetail }) {
  return step === 'pictures' ? <DevicePictures device={d} /> : <OpeningStep deviceId={d.id} step={step} />
}
